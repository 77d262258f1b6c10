package io.snowbraid.publicid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Enciphers the 122 free bits of a UUID with FF1 of <a
 * href="https://doi.org/10.6028/NIST.SP.800-38G">NIST SP 800-38G</a>: AES-128, radix 2, length 122,
 * no tweak. Each half has 61 bits. A round's input is two blocks; the first is constant, so its
 * encryption is computed once.
 */
final class UuidCipher {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int ROUNDS = 10;
  private static final int HALF_BITS = 61;
  private static final long HALF = (1L << HALF_BITS) - 1;

  /**
   * Enciphered with the text key, this yields the UUID key: one key must not serve two purposes.
   */
  private static final byte[] NAME =
      Arrays.copyOf(PublicIdPrefix.hash("public id as UUID"), PublicIdKey.BYTES);

  /**
   * The constant first block, P in the standard: version, method, radix, rounds, half, length, no
   * tweak.
   */
  private static final byte[] PARAMETERS = {1, 2, 1, 0, 0, 2, 10, 61, 0, 0, 0, 122, 0, 0, 0, 0};

  private static final int VERSION = 8;
  private static final int VARIANT = 2;
  private static final long VERSION_BITS = VERSION << 12;
  private static final long VARIANT_BITS = (long) VARIANT << 62;
  private static final int RANDOM_A_BITS = 12;

  private final CipherPool aes;
  private final long startHigh;
  private final long startLow;

  /** Derives the cipher's key from the key for texts. */
  UuidCipher(PublicIdKey key) {
    byte[] own = NAME.clone();
    key.encipher(own);
    this.aes = new CipherPool(Cipher.ENCRYPT_MODE, new SecretKeySpec(own, "AES"));
    byte[] start = PARAMETERS.clone();
    aes.transform(start);
    this.startHigh = (long) LONGS.get(start, 0);
    this.startLow = (long) LONGS.get(start, Long.BYTES);
  }

  /**
   * Enciphers an id.
   *
   * @param tag its highest 58 bits are the check value
   */
  UUID encipher(long id, long tag) {
    long left = id >>> 3;
    long right = (id << 58 & HALF) | tag >>> 6;
    for (int round = 0; round < ROUNDS; round++) {
      long next = (left + scrambled(round, right)) & HALF;
      left = right;
      right = next;
    }
    return uuid(left, right);
  }

  /**
   * Deciphers an id.
   *
   * @return empty if the UUID was not created with this key and tag
   */
  OptionalLong decipher(UUID uuid, long tag) {
    if (uuid.version() != VERSION || uuid.variant() != VARIANT) {
      return OptionalLong.empty();
    }
    long left = left(uuid);
    long right = uuid.getLeastSignificantBits() & HALF;
    for (int round = ROUNDS - 1; round >= 0; round--) {
      long before = (right - scrambled(round, left)) & HALF;
      right = left;
      left = before;
    }
    boolean isRight = (right << 6) == (tag & -1L << 6);
    return isRight ? OptionalLong.of(left << 3 | right >>> 58) : OptionalLong.empty();
  }

  private long scrambled(int round, long half) {
    byte[] block = new byte[PublicIdKey.BYTES];
    LONGS.set(block, 0, startHigh ^ round);
    LONGS.set(block, Long.BYTES, startLow ^ half);
    aes.transform(block);
    return (long) LONGS.get(block, Integer.BYTES); // the lowest 64 of the first 96 bits
  }

  private static UUID uuid(long left, long right) {
    long high = left >>> (RANDOM_A_BITS + 1) << 16 | VERSION_BITS | (left >>> 1 & 0xFFF);
    return new UUID(high, VARIANT_BITS | (left & 1) << HALF_BITS | right);
  }

  private static long left(UUID uuid) {
    long high = uuid.getMostSignificantBits();
    return high >>> 16 << (RANDOM_A_BITS + 1)
        | (high & 0xFFF) << 1
        | (uuid.getLeastSignificantBits() >>> HALF_BITS & 1);
  }
}
