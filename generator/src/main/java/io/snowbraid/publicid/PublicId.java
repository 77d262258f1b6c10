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
 * Writes ids as public ids: texts of equal length for URLs, such as {@code
 * ord_3q27wfpb4fq4zt1z7v72yp6r9a}, that only the holder of a key can read or make up.
 *
 * <pre>{@code
 * PublicId orders = PublicId.builder().key(System.getenv("PUBLIC_ID_KEY")).prefix("ord").build();
 * String text = orders.encode(id);
 * OptionalLong found = orders.tryDecode(text);
 * }</pre>
 *
 * <p>A text is the prefix, an underscore, and 26 digits of Douglas Crockford's <a
 * href="https://www.crockford.com/base32.html">base 32</a> in lower case, {@code
 * 0123456789abcdefghjkmnpqrstvwxyz}, the highest first. These are the 128 bits of one block of
 * AES-128, in which the id has 64 bits and the first 64 bits of the prefix's SHA-256 are the
 * others. The digits have two bits to spare, so the first of them is 0 to 7. Only this spelling is
 * read: no upper case, no {@code i}, {@code l}, {@code o} or {@code u}, no spaces.
 *
 * <p>Reading a text compares all of the 64 bits that a text of this prefix must have. That is the
 * construction <em>encode-then-encipher</em> of Mihir Bellare and Phillip Rogaway
 * (Encode-Then-Encipher Encryption, ASIACRYPT 2000). It assumes that AES cannot be told from a
 * random permutation. Then a text that somebody makes up, alters, or takes from another prefix or
 * key is read as some id with a probability of 2<sup>-64</sup> per try and key.
 *
 * <p>Equal ids give equal texts under the same prefix and key, so a text tells whether it is the
 * same id as another one, and nothing else. It is not a permission: whoever was shown a text can
 * use it.
 *
 * <p>{@link #toUuid} writes an id as UUID instead.
 *
 * <p>Safe for use by any number of threads; no call waits for another one.
 */
public final class PublicId {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final Pattern UUIDS =
      Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

  private final PublicIdPrefix prefix;

  /** The first one enciphers. */
  private final List<PublicIdKey> keys;

  private PublicId(PublicIdPrefix prefix, List<PublicIdKey> keys) {
    this.prefix = prefix;
    this.keys = keys;
  }

  /**
   * Starts to build an object; at least one key is needed.
   *
   * @return a builder without keys and prefix
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates a key. Keep it as you keep passwords: who has it can read and make up texts, and
   * without it no text can be read again.
   *
   * @return 128 random bits in Base64, 24 characters
   */
  public static String newKey() {
    return PublicIdKey.random();
  }

  /**
   * Returns an object with the same keys for another prefix. The two do not read each other's
   * texts.
   *
   * @param prefix 1 to 32 ASCII letters and digits, a letter first
   * @return one that shares the keys
   * @throws IllegalArgumentException if the prefix is malformed
   */
  public PublicId withPrefix(String prefix) {
    return new PublicId(PublicIdPrefix.of(prefix), keys);
  }

  /**
   * Writes an id as text, with the first key.
   *
   * @param id any 64 bits
   * @return the prefix, if there is one, with an underscore, and 26 digits
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
   * Reads a text that was written with this prefix and any of the keys.
   *
   * @param text any text, also a hostile one of any length, or null
   * @return the id
   * @throws PublicIdException if the text was not written with this prefix and one of the keys, or
   *     is not exactly as it was written, or is null. The message quotes at most 64 characters of
   *     it
   */
  public long decode(String text) {
    OptionalLong id = tryDecode(text);
    if (id.isEmpty()) {
      throw PublicIdException.of(text, prefix);
    }
    return id.getAsLong();
  }

  /**
   * Reads a text as {@link #decode} does, for callers that expect strangers' texts.
   *
   * @param text any text, or null
   * @return the id; empty if the text was not written with this prefix and one of the keys
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
   * Writes an id as UUID of version 8 (<a
   * href="https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8">RFC 9562</a>), with the first
   * key, for interfaces that expect UUIDs. It is not the text in another form: each reads its own.
   *
   * <p>Of the 122 bits that a UUID leaves, the id has 64, and the first 58 bits of the prefix's
   * SHA-256 are the others. They are enciphered by FF1 of <a
   * href="https://doi.org/10.6028/NIST.SP.800-38G">NIST SP 800-38G</a> with a key that is derived
   * from the first one. So a UUID that somebody makes up, alters, or takes from another prefix or
   * key is read as some id with a probability of 2<sup>-58</sup> per try and key. UUIDs do not sort
   * as ids do.
   *
   * @param id any 64 bits
   * @return a UUID that shows neither the id nor the prefix
   */
  public UUID toUuid(long id) {
    return keys.get(0).uuids().encipher(id, prefix.tag());
  }

  /**
   * Reads a UUID that {@link #toUuid} made with this prefix and any of the keys.
   *
   * @param uuid any UUID, or null
   * @return the id
   * @throws PublicIdException if it is no such UUID, or null; the message quotes it
   */
  public long fromUuid(UUID uuid) {
    OptionalLong id = tryFromUuid(uuid);
    if (id.isEmpty()) {
      throw PublicIdException.ofUuid(uuid == null ? null : uuid.toString());
    }
    return id.getAsLong();
  }

  /**
   * Reads a UUID as {@link #fromUuid(UUID)} does, for callers that expect strangers' UUIDs.
   *
   * @param uuid any UUID, or null
   * @return the id; empty if it was not made with this prefix and one of the keys
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
   * Reads a UUID in the form with 32 hexadecimal digits, of either case, and four hyphens.
   *
   * @param text any text, or null
   * @return the id
   * @throws PublicIdException if it is no UUID that {@link #toUuid} made with this prefix and one
   *     of the keys; the message quotes at most 64 characters of it
   */
  public long fromUuid(String text) {
    OptionalLong id = tryFromUuid(text);
    if (id.isEmpty()) {
      throw PublicIdException.ofUuid(text);
    }
    return id.getAsLong();
  }

  /**
   * Reads a UUID as {@link #fromUuid(String)} does, for callers that expect strangers' texts.
   *
   * @param text any text, or null
   * @return the id; empty if it is no UUID that was made with this prefix and one of the keys
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

  /** Builds a {@link PublicId}. Not for use by several threads at once. */
  public static final class Builder {

    private PublicIdPrefix prefix = PublicIdPrefix.NONE;
    private final List<PublicIdKey> keys = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a key. The first one writes and reads texts, the others only read those that were
     * written with them. To replace a key, add the new one in front of it.
     *
     * @param base64 128 bits in Base64, from {@link PublicId#newKey()}
     * @return this builder
     * @throws IllegalArgumentException if it is not such a key, if it looks like a text or has
     *     equal bytes only, or if it was added before; the message does not quote it
     */
    public Builder key(String base64) {
      return add(PublicIdKey.parse(base64));
    }

    /**
     * Adds a key, as {@link #key(String)} does.
     *
     * @param bytes 16 random bytes, which are copied
     * @return this builder
     * @throws IllegalArgumentException if it is not such a key, if it looks like a text or has
     *     equal bytes only, or if it was added before; the message does not quote it
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
     * Sets the prefix, which says what kind of id a text is. A text is read with the same prefix
     * only, so that no user's text is taken for an order's.
     *
     * @param prefix 1 to 32 ASCII letters and digits, a letter first; without the underscore
     * @return this builder
     * @throws IllegalArgumentException if the prefix is malformed
     */
    public Builder prefix(String prefix) {
      this.prefix = PublicIdPrefix.of(prefix);
      return this;
    }

    /**
     * Builds the object.
     *
     * @return an object that writes and reads texts
     * @throws IllegalStateException if there is no key
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
