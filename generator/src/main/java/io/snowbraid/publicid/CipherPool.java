package io.snowbraid.publicid;

import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Pools the ciphers of one key and direction. A cipher costs more to create than to use, and serves
 * one thread at a time. The pool grows to the largest number of concurrent calls, at most {@value
 * #SLOTS}; a call that finds no cipher creates one. Calls never wait. A {@link ThreadLocal} would
 * keep one cipher per virtual thread.
 */
final class CipherPool {

  private static final int SLOTS = 64;

  /** Keeps slots in separate cache lines. */
  private static final int STRIDE = 16;

  private final int mode;
  private final SecretKeySpec key;
  private final AtomicReferenceArray<@Nullable Cipher> ciphers =
      new AtomicReferenceArray<>(SLOTS * STRIDE);

  CipherPool(int mode, SecretKeySpec key) {
    this.mode = mode;
    this.key = key;
  }

  /** Encrypts or decrypts a block in place. */
  void transform(byte[] block) {
    int first = (int) Thread.currentThread().getId();
    Cipher cipher = borrowed(first);
    try {
      cipher.doFinal(block, 0, block.length, block, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform enciphers a block", e);
    }
    release(cipher, first);
  }

  private Cipher borrowed(int first) {
    for (int i = 0; i < SLOTS; i++) {
      int slot = slot(first + i);
      if (ciphers.get(slot) != null) {
        Cipher cipher = ciphers.getAndSet(slot, null);
        if (cipher != null) {
          return cipher;
        }
      }
    }
    return created();
  }

  private void release(Cipher cipher, int first) {
    for (int i = 0; i < SLOTS; i++) {
      int slot = slot(first + i);
      if (ciphers.get(slot) == null && ciphers.compareAndSet(slot, null, cipher)) {
        return;
      }
    }
  }

  private static int slot(int number) {
    return (number & SLOTS - 1) * STRIDE;
  }

  // ECB is insecure for messages of several blocks; these have only one, and the caller
  // authenticates it
  @SuppressWarnings("InsecureCipherMode")
  private Cipher created() {
    try {
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(mode, key);
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES", e);
    }
  }
}
