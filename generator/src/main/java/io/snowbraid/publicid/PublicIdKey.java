package io.snowbraid.publicid;

import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Enciphers and deciphers 128-bit blocks with AES-128 and one key. */
final class PublicIdKey {

  /** The length of a key and of a block. */
  static final int BYTES = 16;

  private static final String REMEDY = "; create one with PublicId.newKey()";

  private final SecretKeySpec secret;
  private final CipherPool enciphering;
  private final CipherPool deciphering;

  /** Created on first use. Threads may race to create it; all results are equal. */
  private volatile @Nullable UuidCipher uuids;

  private PublicIdKey(SecretKeySpec secret) {
    this.secret = secret;
    this.enciphering = new CipherPool(Cipher.ENCRYPT_MODE, secret);
    this.deciphering = new CipherPool(Cipher.DECRYPT_MODE, secret);
  }

  /** Creates a random key in Base64. */
  static String random() {
    SecureRandom random = new SecureRandom();
    byte[] bytes = new byte[BYTES];
    do {
      random.nextBytes(bytes);
    } while (isUniform(bytes) || isPrintable(bytes));
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * Parses a key in Base64.
   *
   * @throws IllegalArgumentException if the key is malformed or weak
   */
  static PublicIdKey parse(String base64) {
    return of(bytes(base64));
  }

  private static byte[] bytes(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) { // its message quotes a character of the key
      throw new IllegalArgumentException(
          "key must be "
              + BYTES
              + " bytes in Base64, but has "
              + base64.length()
              + " characters"
              + REMEDY);
    }
  }

  /**
   * Copies a key.
   *
   * @throws IllegalArgumentException if the key is malformed or weak
   */
  static PublicIdKey of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "key must have " + BYTES + " bytes, but has " + bytes.length + REMEDY);
    }
    if (isUniform(bytes)) {
      throw new IllegalArgumentException(
          "key must be random, but all its bytes are equal" + REMEDY);
    }
    if (isPrintable(bytes)) {
      throw new IllegalArgumentException("key must be random, but is printable text" + REMEDY);
    }
    return new PublicIdKey(new SecretKeySpec(bytes, "AES"));
  }

  private static boolean isUniform(byte[] bytes) {
    for (byte other : bytes) {
      if (other != bytes[0]) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all bytes are printable ASCII, as in one of seven million random keys. */
  private static boolean isPrintable(byte[] bytes) {
    for (byte character : bytes) {
      if (character < ' ' || character > '~') {
        return false;
      }
    }
    return true;
  }

  void encipher(byte[] block) {
    enciphering.transform(block);
  }

  void decipher(byte[] block) {
    deciphering.transform(block);
  }

  UuidCipher uuids() {
    UuidCipher present = uuids;
    if (present == null) {
      present = new UuidCipher(this);
      uuids = present;
    }
    return present;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PublicIdKey key && secret.equals(key.secret);
  }

  @Override
  public int hashCode() {
    return secret.hashCode();
  }
}
