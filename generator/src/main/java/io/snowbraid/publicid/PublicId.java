package io.snowbraid.publicid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Encodes ids as public ids: texts of fixed length for URLs, such as {@code
 * ord_3q27wfpb4fq4zt1z7v72yp6r9a}. Only holders of the key can read or create them.
 *
 * <pre>{@code
 * PublicId orders = PublicId.builder().key(System.getenv("PUBLIC_ID_KEY")).prefix("ord").build();
 * String text = orders.encode(id);
 * OptionalLong found = orders.tryDecode(text);
 * }</pre>
 *
 * <p>A text is the prefix, an underscore, and 26 digits of Douglas Crockford's <a
 * href="https://www.crockford.com/base32.html">base 32</a> in lower case, {@code
 * 0123456789abcdefghjkmnpqrstvwxyz}, the highest first. The digits encode one AES-128 block: the
 * id's 64 bits and the first 64 bits of the prefix's SHA-256. The first digit is 0 to 7, because
 * the digits have two bits to spare. Only this spelling is accepted: no upper case, no {@code i},
 * {@code l}, {@code o} or {@code u}, no spaces.
 *
 * <p>Decoding compares all 64 bits of the hash. This is the <em>encode-then-encipher</em>
 * construction by Mihir Bellare and Phillip Rogaway (Encode-Then-Encipher Encryption, ASIACRYPT
 * 2000), and assumes that AES is indistinguishable from a random permutation. An invented or
 * altered text, or one of another prefix or key, is then accepted with a probability of
 * 2<sup>-64</sup> per try and key.
 *
 * <p>Equal ids have equal texts under the same prefix and key, so texts reveal whether two ids are
 * equal, but nothing else. A text is not a permission: anyone who has seen it can use it.
 *
 * <p>{@link #toUuid} encodes an id as a UUID instead.
 *
 * <p>Thread-safe; calls never wait for each other.
 */
public final class PublicId {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final Pattern UUIDS =
      Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

  private final PublicIdPrefix prefix;

  /** The first key enciphers. */
  private final List<PublicIdKey> keys;

  private PublicId(PublicIdPrefix prefix, List<PublicIdKey> keys) {
    this.prefix = prefix;
    this.keys = keys;
  }

  /**
   * Returns a builder.
   *
   * @return a builder that needs at least one key
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates a random key. Store it like a password: its holder can read and create texts, and no
   * text can be read without it.
   *
   * @return 128 random bits in Base64, 24 characters
   */
  public static String newKey() {
    return PublicIdKey.random();
  }

  /**
   * Returns an encoder with the same keys and another prefix. Neither reads the other's texts.
   *
   * @param prefix 1 to 32 ASCII letters and digits, starting with a letter
   * @return a new encoder
   * @throws IllegalArgumentException if the prefix is malformed
   */
  public PublicId withPrefix(String prefix) {
    return new PublicId(PublicIdPrefix.of(prefix), keys);
  }

  /**
   * Encodes an id as text, with the first key.
   *
   * @param id any 64 bits
   * @return the prefix with an underscore, if there is one, and 26 digits
   */
  public String encode(long id) {
    byte[] block = new byte[PublicIdKey.BYTES];
    LONGS.set(block, 0, id);
    LONGS.set(block, Long.BYTES, prefix.tag());
    keys.get(0).encipher(block);
    return Base32Block.format(
        prefix.text(), (long) LONGS.get(block, 0), (long) LONGS.get(block, Long.BYTES));
  }

  /**
   * Decodes a text that was encoded with this prefix and any of the keys.
   *
   * @param text any text, even a hostile one of any length, or null
   * @return the id
   * @throws PublicIdException if the text is null, misspelled, or not encoded with this prefix and
   *     one of the keys. The message quotes up to 64 of its characters
   */
  public long decode(String text) {
    OptionalLong id = tryDecode(text);
    if (id.isEmpty()) {
      throw PublicIdException.of(text, prefix);
    }
    return id.getAsLong();
  }

  /**
   * Decodes a text like {@link #decode}, for untrusted input.
   *
   * @param text any text, or null
   * @return the id; empty if {@link #decode} would throw
   */
  public OptionalLong tryDecode(String text) {
    if (text == null || !prefix.fits(text)) {
      return OptionalLong.empty();
    }
    int start = prefix.text().length();
    long high = Base32Block.high(text, start);
    long low = Base32Block.low(text, start);
    for (PublicIdKey key : keys) {
      byte[] block = deciphered(key, high, low);
      if ((long) LONGS.get(block, Long.BYTES) == prefix.tag()) {
        return OptionalLong.of((long) LONGS.get(block, 0));
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Encodes an id as a version 8 UUID (<a
   * href="https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8">RFC 9562</a>) with the first
   * key, for interfaces that expect UUIDs. UUIDs and texts are separate formats: {@link #decode}
   * reads only texts, {@link #fromUuid(UUID)} only UUIDs.
   *
   * <p>A UUID has 122 free bits: the id's 64 bits and the first 58 bits of the prefix's SHA-256.
   * They are enciphered with FF1 of <a href="https://doi.org/10.6028/NIST.SP.800-38G">NIST SP
   * 800-38G</a>, using a key derived from the first key. An invented or altered UUID, or one of
   * another prefix or key, is accepted with a probability of 2<sup>-58</sup> per try and key. UUIDs
   * do not sort like their ids.
   *
   * @param id any 64 bits
   * @return a UUID that reveals neither the id nor the prefix
   */
  public UUID toUuid(long id) {
    return keys.get(0).uuids().encipher(id, prefix.tag());
  }

  /**
   * Decodes a UUID that was encoded with this prefix and any of the keys.
   *
   * @param uuid any UUID, or null
   * @return the id
   * @throws PublicIdException if the UUID is null or was not encoded with this prefix and one of
   *     the keys. The message quotes it
   */
  public long fromUuid(UUID uuid) {
    OptionalLong id = tryFromUuid(uuid);
    if (id.isEmpty()) {
      throw PublicIdException.ofUuid(uuid == null ? null : uuid.toString());
    }
    return id.getAsLong();
  }

  /**
   * Decodes a UUID like {@link #fromUuid(UUID)}, for untrusted input.
   *
   * @param uuid any UUID, or null
   * @return the id; empty if {@link #fromUuid(UUID)} would throw
   */
  public OptionalLong tryFromUuid(UUID uuid) {
    if (uuid == null) {
      return OptionalLong.empty();
    }
    for (PublicIdKey key : keys) {
      OptionalLong id = key.uuids().decipher(uuid, prefix.tag());
      if (id.isPresent()) {
        return id;
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Decodes a UUID from its text form: 32 hexadecimal digits of either case, and four hyphens.
   *
   * @param text any text, or null
   * @return the id
   * @throws PublicIdException if the text is not a UUID encoded with this prefix and one of the
   *     keys. The message quotes up to 64 of its characters
   */
  public long fromUuid(String text) {
    OptionalLong id = tryFromUuid(text);
    if (id.isEmpty()) {
      throw PublicIdException.ofUuid(text);
    }
    return id.getAsLong();
  }

  /**
   * Decodes a UUID like {@link #fromUuid(String)}, for untrusted input.
   *
   * @param text any text, or null
   * @return the id; empty if {@link #fromUuid(String)} would throw
   */
  public OptionalLong tryFromUuid(String text) {
    return text != null && UUIDS.matcher(text).matches()
        ? tryFromUuid(UUID.fromString(text))
        : OptionalLong.empty();
  }

  private static byte[] deciphered(PublicIdKey key, long high, long low) {
    byte[] block = new byte[PublicIdKey.BYTES];
    LONGS.set(block, 0, high);
    LONGS.set(block, Long.BYTES, low);
    key.decipher(block);
    return block;
  }

  /**
   * Returns a description without the keys.
   *
   * @return the prefix and the number of keys
   */
  @Override
  public String toString() {
    return "PublicId[prefix=" + prefix.text() + ", keys=" + keys.size() + "]";
  }

  /** Builds a {@link PublicId}. Not thread-safe. */
  public static final class Builder {

    private PublicIdPrefix prefix = PublicIdPrefix.NONE;
    private final List<PublicIdKey> keys = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a key. The first key encodes and decodes; further keys only decode. To replace a key,
     * add the new one before it.
     *
     * @param base64 128 bits in Base64, from {@link PublicId#newKey()}
     * @return this builder
     * @throws IllegalArgumentException if the key is malformed, printable text, all equal bytes, or
     *     a duplicate. The message does not quote it
     */
    public Builder key(String base64) {
      return add(PublicIdKey.parse(base64));
    }

    /**
     * Adds a key like {@link #key(String)}.
     *
     * @param bytes 16 random bytes, which are copied
     * @return this builder
     * @throws IllegalArgumentException if the key is malformed, printable text, all equal bytes, or
     *     a duplicate. The message does not quote it
     */
    public Builder key(byte[] bytes) {
      return add(PublicIdKey.of(bytes));
    }

    private Builder add(PublicIdKey key) {
      if (keys.contains(key)) {
        throw new IllegalArgumentException(
            "key " + (keys.size() + 1) + " repeats an earlier one; remove it");
      }
      keys.add(key);
      return this;
    }

    /**
     * Sets the prefix, which names the kind of id. Texts are read only with the same prefix, so a
     * user's text is never accepted as an order's.
     *
     * @param prefix 1 to 32 ASCII letters and digits, starting with a letter, without the
     *     underscore
     * @return this builder
     * @throws IllegalArgumentException if the prefix is malformed
     */
    public Builder prefix(String prefix) {
      this.prefix = PublicIdPrefix.of(prefix);
      return this;
    }

    /**
     * Builds the encoder.
     *
     * @return a new encoder
     * @throws IllegalStateException if no key was added
     */
    public PublicId build() {
      if (keys.isEmpty()) {
        throw new IllegalStateException(
            "no key for public ids is given; create one with PublicId.newKey()");
      }
      return new PublicId(prefix, List.copyOf(keys));
    }
  }
}
