package io.snowbraid.publicid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.testing.Snippet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicIdTest {

  private static final String KEY = "AAECAwQFBgcICQoLDA0ODw==";
  private static final String OTHER_KEY = "K34VFiiu0qar9xWICc9PPA==";
  private static final long ID = 249_792_116_408_978_093L;

  private static final PublicId ORDERS = PublicId.builder().key(KEY).prefix("ord").build();
  private static final PublicId PLAIN = PublicId.builder().key(KEY).build();

  /** The texts were computed by another implementation: see public_ids.py. */
  @ParameterizedTest
  @CsvFileSource(resources = "/io/snowbraid/public-ids.csv", numLinesToSkip = 1)
  void knownIdsHaveKnownTexts(String key, String prefix, long id, String text, UUID uuid) {
    PublicId.Builder builder = PublicId.builder().key(key);
    PublicId texts = prefix == null ? builder.build() : builder.prefix(prefix).build();
    assertThat(texts.encode(id)).isEqualTo(text);
    assertThat(texts.decode(text)).isEqualTo(id);
    assertThat(texts.tryDecode(text)).hasValue(id);
    assertThat(texts.toUuid(id)).isEqualTo(uuid);
    assertThat(texts.fromUuid(uuid)).isEqualTo(id);
    assertThat(texts.tryFromUuid(uuid)).hasValue(id);
  }

  @Test
  void uuidsAreOfVersionEightAndReadWithAllKeysOfTheirPrefix() {
    UUID uuid = ORDERS.toUuid(ID);
    assertThat(uuid.version()).isEqualTo(8);
    assertThat(uuid.variant()).isEqualTo(2);
    PublicId rotated = PublicId.builder().key(OTHER_KEY).key(KEY).prefix("ord").build();
    assertThat(rotated.fromUuid(uuid)).isEqualTo(ID);
    assertThat(rotated.toUuid(ID)).isNotEqualTo(uuid);
    assertThat(PLAIN.tryFromUuid(uuid)).isEmpty();
    assertThat(ORDERS.withPrefix("usr").tryFromUuid(uuid)).isEmpty();
    assertThat(ORDERS.tryFromUuid(rotated.toUuid(ID))).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "9b8bebce30b6814bb902962e79876067",
        " 9b8bebce-30b6-814b-b902-962e79876067",
        "{9b8bebce-30b6-814b-b902-962e79876067}",
        "9b8bebce-30b6-814b-b902-962e7987606g",
        "9b8bebce-30b6-814b-b902-962e79876068"
      })
  void otherTextsAreNoUuids(String text) {
    assertThat(PLAIN.fromUuid("9b8bebce-30b6-814b-b902-962e79876067")).isZero();
    assertThat(PLAIN.fromUuid("9B8BEBCE-30B6-814B-B902-962E79876067")).isZero();
    assertThat(PLAIN.tryFromUuid(text)).isEmpty();
    assertThatExceptionOfType(PublicIdException.class)
        .isThrownBy(() -> PLAIN.fromUuid(text))
        .withMessageContaining(text == null ? "must not be null" : "but is \"" + text + "\"");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "9b8bebce-30b6-714b-b902-962e79876067",
        "9b8bebce-30b6-814b-7902-962e79876067",
        "9b8bebce-30b6-814b-b902-962e79876068"
      })
  void otherUuidsAreNotRead(UUID uuid) {
    assertThat(PLAIN.fromUuid(UUID.fromString("9b8bebce-30b6-814b-b902-962e79876067"))).isZero();
    assertThat(PLAIN.tryFromUuid(uuid)).isEmpty();
    assertThatExceptionOfType(PublicIdException.class)
        .isThrownBy(() -> PLAIN.fromUuid(uuid))
        .withMessageContaining(uuid == null ? "must not be null" : "but is \"" + uuid + "\"");
  }

  /** The page shows these lines. */
  @Test
  void pageShowsLinesThatWork() throws IOException {
    String key = PublicId.newKey();
    long id = ID;
    PublicId orders = PublicId.builder().key(key).prefix("ord").build();
    String text = orders.encode(id); // such as ord_3q27wfpb4fq4zt1z7v72yp6r9a
    OptionalLong found = orders.tryDecode(text);
    assertThat(found).hasValue(id);
    Snippet snippet = Snippet.of(Path.of("../docs/public-ids.md"), "java").get(0);
    Path here = Path.of("src/test/java/io/snowbraid/publicid/PublicIdTest.java");
    assertThat(Files.readString(here))
        .containsIgnoringWhitespaces(snippet.code().lines().toArray(String[]::new));
  }

  @Test
  void keyIsTheSameInBase64AndInBytes() {
    byte[] bytes = Base64.getDecoder().decode(KEY);
    PublicId texts = PublicId.builder().key(bytes).build();
    bytes[0]++; // was copied
    assertThat(texts.encode(ID)).isEqualTo(PLAIN.encode(ID));
  }

  @Test
  void anotherPrefixHasTheSameKeys() {
    PublicId users = ORDERS.withPrefix("usr");
    assertThat(users.encode(ID))
        .isEqualTo(PublicId.builder().key(KEY).prefix("usr").build().encode(ID))
        .startsWith("usr_");
    assertThat(ORDERS.tryDecode(users.encode(ID))).isEmpty();
  }

  @Test
  void digitsOfAnotherPrefixAreNotRead() {
    String digits = ORDERS.encode(ID).substring("ord_".length());
    assertThat(ORDERS.tryDecode("ord_" + digits)).hasValue(ID);
    assertThat(ORDERS.withPrefix("usr").tryDecode("usr_" + digits)).isEmpty();
    assertThat(ORDERS.withPrefix("Ord").tryDecode("Ord_" + digits)).isEmpty();
    assertThat(PLAIN.tryDecode(digits)).isEmpty();
    assertThat(ORDERS.tryDecode("ord_" + PLAIN.encode(ID))).isEmpty();
    assertThat(ORDERS.tryDecode(digits)).isEmpty();
  }

  @Test
  void allKeysReadAndTheFirstWrites() {
    PublicId old = PublicId.builder().key(OTHER_KEY).prefix("ord").build();
    PublicId both = PublicId.builder().key(KEY).key(OTHER_KEY).prefix("ord").build();
    assertThat(both.encode(ID)).isEqualTo(ORDERS.encode(ID)).isNotEqualTo(old.encode(ID));
    assertThat(both.decode(old.encode(ID))).isEqualTo(ID);
    assertThat(both.decode(ORDERS.encode(ID))).isEqualTo(ID);
    assertThat(old.tryDecode(both.encode(ID))).isEmpty();
  }

  @Test
  void onlyOneSpellingIsRead() {
    String text = ORDERS.encode(ID);
    assertThat(text).matches("ord_[0-7][0-9a-hjkmnp-tv-z]{25}");
    assertThat(ORDERS.tryDecode(text.toUpperCase(Locale.ROOT))).isEmpty();
    assertThat(ORDERS.tryDecode("ord_" + text.substring(4).toUpperCase(Locale.ROOT))).isEmpty();
    assertThat(ORDERS.tryDecode("ORD_" + text.substring(4))).isEmpty();
    for (String other : new String[] {" " + text, text + " ", text + "\n", "ord_0" + text}) {
      assertThat(ORDERS.tryDecode(other)).as(other).isEmpty();
    }
  }

  @Test
  void lettersThatLookLikeDigitsAreNotRead() {
    String text = textWith('0', '1');
    assertThat(PLAIN.tryDecode(text.replaceFirst("0", "o"))).isEmpty();
    assertThat(PLAIN.tryDecode(text.replaceFirst("1", "i"))).isEmpty();
    assertThat(PLAIN.tryDecode(text.replaceFirst("1", "l"))).isEmpty();
    assertThat(PLAIN.tryDecode(text.replaceFirst("1", "\u0661"))).isEmpty(); // Arabic
    assertThat(PLAIN.tryDecode(text.replaceFirst("1", "\uff11"))).isEmpty(); // wide
    assertThat(PLAIN.tryDecode(text.replaceFirst("1", "\ud835\udfcf"))).isEmpty(); // bold
  }

  /** Returns the text of some id in which both digits occur. */
  private static String textWith(char one, char other) {
    return IntStream.range(0, 1_000)
        .mapToObj(PLAIN::encode)
        .filter(text -> text.indexOf(one) >= 0 && text.indexOf(other) >= 0)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"8, 0", "9, 1", "f, 7", "g, 0", "z, 7"})
  void spareBitsMustBeZero(String set, char clear) {
    String text =
        IntStream.range(0, 1_000)
            .mapToObj(PLAIN::encode)
            .filter(some -> some.charAt(0) == clear)
            .findFirst()
            .orElseThrow();
    assertThat(PLAIN.tryDecode(set + text.substring(1))).isEmpty();
  }

  @Test
  void truncatedAndLengthenedTextsAreNotRead() {
    String text = ORDERS.encode(ID);
    for (int length = 0; length < text.length(); length++) {
      assertThat(ORDERS.tryDecode(text.substring(0, length))).isEmpty();
      assertThat(ORDERS.tryDecode(text.substring(text.length() - length))).isEmpty();
    }
    assertThat(ORDERS.tryDecode(text + "0")).isEmpty();
    assertThat(ORDERS.tryDecode(text + text)).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "ord_", "_", "249792116408978093", "ord_249792116408978093", "\0"})
  void foreignTextsAreRejected(String text) {
    assertThat(ORDERS.tryDecode(text)).isEmpty();
    assertThatExceptionOfType(PublicIdException.class)
        .isThrownBy(() -> ORDERS.decode(text))
        .isInstanceOf(SnowbraidException.class)
        .withMessageStartingWith("public id must ");
  }

  @Test
  void messagesSayWhatIsWrong() {
    assertThatExceptionOfType(PublicIdException.class)
        .isThrownBy(() -> ORDERS.decode("usr_1"))
        .withMessage(
            "public id must be ord_ and 26 lowercase base-32 digits, the first between 0 and 7:"
                + " length=5, text=\"usr_1\"; pass the text unchanged");
    String digits = "0".repeat(26);
    assertThatExceptionOfType(PublicIdException.class)
        .isThrownBy(() -> PLAIN.decode(digits))
        .withMessage(
            "public id must have been created with this prefix and one of these keys: length=26,"
                + " text=\""
                + digits
                + "\"; keep keys as long as their ids are in use, and reject invented ids");
    assertThatExceptionOfType(PublicIdException.class)
        .isThrownBy(() -> PLAIN.decode(null))
        .withMessage("public id must not be null; pass the text");
  }

  @Test
  void hostileTextsDoNotFloodOrForgeALog() {
    assertThatExceptionOfType(PublicIdException.class)
        .isThrownBy(() -> ORDERS.decode("\r\nERROR \u202e" + "x".repeat(1_000_000)))
        .withMessageContaining("length=1000009, text=\"\\u000d\\u000aERROR \\u202exxx")
        .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(250));
  }

  @Test
  void newKeysAreUsableAndDiffer() {
    String key = PublicId.newKey();
    assertThat(Base64.getDecoder().decode(key)).hasSize(16);
    assertThat(key).hasSize(24).isNotEqualTo(PublicId.newKey());
    PublicId texts = PublicId.builder().key(key).build();
    assertThat(texts.decode(texts.encode(ID))).isEqualTo(ID);
  }

  @ParameterizedTest
  @CsvSource({
    "AAAAAAAAAAAAAAAAAAAAAA==, 'key must be random, but all its bytes are equal'",
    "/////////////////////w==, 'key must be random, but all its bytes are equal'",
    "bXkgc2VjcmV0IGtleSAjMQ==, 'key must be random, but is printable text'",
    "AAECAwQFBgcICQoLDA0O, 'key must have 16 bytes, but has 15'",
    "AAECAwQFBgcICQoLDA0ODxA=, 'key must have 16 bytes, but has 17'",
    "'', 'key must have 16 bytes, but has 0'",
    "my-secret-key, 'key must be 16 bytes in Base64, but has 13 characters'",
    "' AAECAwQFBgcICQoLDA0ODw==', 'key must be 16 bytes in Base64, but has 25 characters'",
  })
  void weakAndMalformedKeysAreRejected(String key, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicId.builder().key(key))
        .withMessage(rule + "; create one with PublicId.newKey()")
        .withNoCause();
  }

  @Test
  void textAsKeyIsRejectedInBytesToo() {
    byte[] text = "sixteen letters!".getBytes(StandardCharsets.US_ASCII);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicId.builder().key(text))
        .withMessageContaining("printable text")
        .withMessageNotContaining("sixteen");
  }

  @Test
  void keyIsNotAddedTwice() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicId.builder().key(KEY).key(OTHER_KEY).key(KEY))
        .withMessage("key 3 repeats an earlier one; remove it");
  }

  @Test
  void noKeyIsRejected() {
    assertThatIllegalStateException()
        .isThrownBy(() -> PublicId.builder().prefix("ord").build())
        .withMessageStartingWith(
            "no key for public ids is given; create one with PublicId.newKey()");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_", "ord_", "1st", "or-d", "\u00f6rd", "\u0661", "or d", "a b\n"})
  void malformedPrefixIsRejected(String prefix) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicId.builder().prefix(prefix))
        .withMessageStartingWith(
            "prefix must be a letter and up to 31 letters or digits, but is \"")
        .withMessageContaining(QuotedText.of(prefix));
  }

  @Test
  void prefixHasAtMost32Characters() {
    assertThat(ORDERS.withPrefix("x".repeat(32)).encode(ID)).hasSize(32 + 1 + 26);
    assertThatIllegalArgumentException().isThrownBy(() -> ORDERS.withPrefix("x".repeat(33)));
  }

  @Test
  void noKeyIsShown() {
    PublicId texts = PublicId.builder().key(KEY).key(OTHER_KEY).prefix("ord").build();
    assertThat(texts).hasToString("PublicId[prefix=ord_, keys=2]");
    assertThat(PLAIN).hasToString("PublicId[prefix=, keys=1]");
  }
}
