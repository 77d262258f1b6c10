package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Random;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class IdTextTest {

  private static final int SAMPLES = 1_000;

  @ParameterizedTest
  @CsvSource({
    "0,                   0000000000000",
    "1,                   0000000000001",
    "31,                  000000000000Z",
    "32,                  0000000000010",
    "1541815603606036480, 1ASD13XH1F800",
    "1613024787541981316, 1CRMXFY1NDY44",
    "9223372036854775807, 7ZZZZZZZZZZZZ",
  })
  void knownIdsHaveKnownTexts(long id, String text) {
    assertThat(IdText.format(id)).isEqualTo(text);
    assertThat(IdText.parse(text)).isEqualTo(id);
  }

  @Test
  void everyDigitHasItsValueInEitherCase() {
    String digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    for (int value = 0; value < 32; value++) {
      String text = "000000000000" + digits.charAt(value);
      assertThat(IdText.format(value)).isEqualTo(text);
      assertThat(IdText.parse(text)).isEqualTo(value);
      assertThat(IdText.parse(text.toLowerCase(Locale.ROOT))).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @CsvSource({"O, 0", "o, 0", "I, 1", "i, 1", "L, 1", "l, 1"})
  void lettersThatLookLikeDigitsAreReadAsThose(String letter, int value) {
    assertThat(IdText.parse("000000000000" + letter)).isEqualTo(value);
    assertThat(IdText.parse(letter + "000000000000")).isEqualTo((long) value << 60);
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void parseInvertsFormat(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < SAMPLES; i++) {
      long id = randomId(random);
      assertThat(IdText.parse(IdText.format(id))).isEqualTo(id);
      assertThat(IdText.parse(IdText.format(id).toLowerCase(Locale.ROOT))).isEqualTo(id);
    }
  }

  /** A text can consist of decimal digits only; such texts have to be read back, too. */
  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void parseInvertsFormatForTextsOfDecimalDigits(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < SAMPLES; i++) {
      String text = "%d%012d".formatted(random.nextInt(8), random.nextLong(1_000_000_000_000L));
      assertThat(IdText.format(IdText.parse(text))).isEqualTo(text);
      assertThat(IdText.parseAny(text)).isEqualTo(Long.parseLong(text));
    }
  }

  /** Of what people type, digits alone are decimal, and everything else is the text form. */
  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void parseAnyReadsBothForms(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < SAMPLES; i++) {
      long id = randomId(random);
      String text = IdText.format(id);
      assertThat(IdText.parseAny(Long.toString(id))).isEqualTo(id);
      assertThat(IdText.parseAny(text))
          .isEqualTo(text.matches("[0-9]+") ? Long.parseLong(text) : id);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1234567890123,       1234567890123",
    "0000000000010,       10",
    "9223372036854775807, 9223372036854775807",
    "000000000000000000000000000001, 1",
    "000000000000A,       10",
    "o00000000000a,       10",
  })
  void parseAnyTakesDigitsAloneForADecimalNumber(String text, long id) {
    assertThat(IdText.parseAny(text)).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "9223372036854775808 | id must be between 0 and 9223372036854775807, but is"
            + " 9223372036854775808",
        "-1 | id must be a number between 0 and 9223372036854775807 or a text of 13 characters, but"
            + " is -1",
        "'' | 'id must be a number between 0 and 9223372036854775807 or a text of 13 characters,"
            + " but is '",
        "\u0661\u0662 | id must be a number between 0 and 9223372036854775807 or a text of 13"
            + " characters, but is \u0661\u0662",
        "000000000000- | id text must have digits of 0123456789ABCDEFGHJKMNPQRSTVWXYZ only:"
            + " position=12, digit=-, text=000000000000-",
      })
  void parseAnyRejectsAllElse(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdText.parseAny(text))
        .withMessage(message);
  }

  /** Returns ids of all magnitudes, including those with leading zeros. */
  private static long randomId(Random random) {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void textsSortAsIdsDo(long seed) {
    requireSorted(IdText::format, new Random(seed));
  }

  @Test
  void sortCheckRejectsTextWithoutLeadingZeros() {
    assertThatThrownBy(() -> requireSorted(id -> Long.toString(id, 32), new Random(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("texts must sort as ids");
  }

  private static void requireSorted(LongFunction<String> format, Random random) {
    for (int i = 0; i < SAMPLES; i++) {
      long a = randomId(random);
      long b = randomId(random);
      assertThat(Integer.signum(format.apply(a).compareTo(format.apply(b))))
          .as("texts must sort as ids %d and %d", a, b)
          .isEqualTo(Long.compare(a, b));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1", "-9223372036854775808"})
  void rejectsNegativeIds(long id) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdText.format(id))
        .withMessage("id must be at least 0, but is " + id);
  }

  @ParameterizedTest
  @CsvSource({"'', 0", "000000000000, 12", "00000000000000, 14"})
  void rejectsTextsOfAnotherLength(String text, int length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdText.parse(text))
        .withMessage("id text must have 13 characters, but has " + length + ": " + text);
  }

  @ParameterizedTest
  @CsvSource({
    "U000000000000,      U,  0",
    "000u000000000,      u,  3",
    "000000-000000,      -,  6",
    "000000000000@,      @, 12",
    "' 000000000000',  ' ',  0",
    "00000000\u017f0000, \u017f,  8",
    "0\u013000000000000, \u0130,  1",
    "0000000000\uff1100, \uff11, 10",
  })
  void rejectsOtherCharacters(String text, char digit, int position) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdText.parse(text))
        .withMessage(
            "id text must have digits of 0123456789ABCDEFGHJKMNPQRSTVWXYZ only: position="
                + position
                + ", digit="
                + digit
                + ", text="
                + text);
  }

  @ParameterizedTest
  @CsvSource({"8000000000000, 8", "ZZZZZZZZZZZZZ, Z", "a000000000000, a"})
  void rejectsTextsBeyond63Bits(String text, char digit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdText.parse(text))
        .withMessage(
            "id text must begin with 0 to 7, as ids have 63 bits: position=0, digit="
                + digit
                + ", text="
                + text);
  }
}
