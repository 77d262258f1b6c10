package io.snowbraid.publicid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.IdChecker;
import io.snowbraid.testing.Crowd;
import io.snowbraid.testing.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for all ids and texts, tried with many. */
class PublicIdPropertiesTest {

  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

  private final PublicId orders =
      PublicId.builder().key(PublicId.newKey()).key(PublicId.newKey()).prefix("ord").build();

  private static long[] halves(PublicId orders, int count) {
    long[] halves = new long[count];
    Random random = new Random(1);
    for (int i = 0; i < count; i++) {
      long id = i % 2 == 0 ? i : random.nextLong();
      String text = orders.encode(id);
      requireEqual(orders.decode(text), id);
      halves[i] = Base32Block.high(text, "ord_".length());
    }
    return halves;
  }

  /** Spares millions of calls of AssertJ. */
  private static void requireEqual(long read, long written) {
    if (read != written) {
      assertThat(read).isEqualTo(written);
    }
  }

  /** Even the first 64 of the 128 bits of these texts differ. */
  @Test
  void idsAreReadBackAndTextsAreUnique() {
    IdChecker.requireUnique(halves(orders, 100_000), 100_000);
  }

  @Test
  @Tag("slow")
  void tenMillionIdsAreReadBackAndTextsAreUnique() {
    IdChecker.requireUnique(halves(orders, 10_000_000), 10_000_000);
  }

  /** Even the lower 62 of the bits of these UUIDs differ. */
  @Test
  void idsAreReadBackFromUuidsWhichAreUnique() {
    long[] halves = new long[100_000];
    Random random = new Random(1);
    for (int i = 0; i < halves.length; i++) {
      long id = i % 2 == 0 ? i : random.nextLong();
      UUID uuid = orders.toUuid(id);
      requireEqual(orders.fromUuid(uuid), id);
      halves[i] = uuid.getLeastSignificantBits();
    }
    IdChecker.requireUnique(halves, halves.length);
  }

  /** Ids that differ in one bit have UUIDs that differ in half of their bits, each as often. */
  @Test
  void eachBitOfAUuidDependsOnEachBitOfItsId() {
    int[] changed = new int[128];
    for (int id = 0; id < 10_000; id++) {
      UUID one = orders.toUuid(id);
      UUID other = orders.toUuid(id ^ 1L << id % 64);
      long high = one.getMostSignificantBits() ^ other.getMostSignificantBits();
      long low = one.getLeastSignificantBits() ^ other.getLeastSignificantBits();
      for (int bit = 0; bit < 64; bit++) {
        changed[bit] += (int) (low >>> bit & 1);
        changed[64 + bit] += (int) (high >>> bit & 1);
      }
    }
    assertThat(IntStream.of(changed).filter(count -> count == 0)).hasSize(6);
    assertThat(IntStream.of(changed).filter(count -> count > 0))
        .allMatch(c -> c > 4_700 && c < 5_300);
  }

  private static <T> void requireUnforgeable(Function<T, OptionalLong> reader, Stream<T> guesses) {
    guesses.forEach(
        guess -> {
          OptionalLong id = reader.apply(guess);
          if (id.isPresent()) {
            throw new AssertionError("read as " + id.getAsLong() + ": " + guess);
          }
        });
  }

  private static Stream<UUID> uuids(long seed) {
    Random random = new Random(seed);
    return Stream.generate(
            () ->
                new UUID(
                    (random.nextLong() & ~0xF000L) | 0x8000, random.nextLong() >>> 2 | 1L << 63))
        .limit(100_000);
  }

  private static Stream<String> texts(long seed) {
    Random random = new Random(seed);
    return Stream.generate(
            () ->
                IntStream.range(1, 26)
                    .mapToObj(position -> digit(random, 32))
                    .reduce("ord_" + digit(random, 8), String::concat))
        .limit(10_000);
  }

  private static String digit(Random random, int bound) {
    return String.valueOf(DIGITS.charAt(random.nextInt(bound)));
  }

  @ParameterizedTest
  @Tag("seeds")
  @MethodSource("io.snowbraid.testing.Seeds#few")
  void randomUuidsAreNotRead(long seed) {
    requireUnforgeable((UUID uuid) -> orders.tryFromUuid(uuid), uuids(seed));
  }

  @Test
  void checkRejectsAReaderOfUuidsThatComparesTenBits() {
    Function<UUID, OptionalLong> careless =
        uuid ->
            (uuid.getLeastSignificantBits() & 0x3FF) == 0
                ? OptionalLong.of(1)
                : OptionalLong.empty();
    assertThatThrownBy(() -> requireUnforgeable(careless, uuids(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("read as 1");
  }

  @ParameterizedTest
  @Tag("seeds")
  @MethodSource("io.snowbraid.testing.Seeds#few")
  void randomTextsAreNotRead(long seed) {
    requireUnforgeable(orders::tryDecode, texts(seed));
  }

  @Test
  void checkRejectsAReaderThatComparesTenBits() {
    Function<String, OptionalLong> careless =
        text -> text.endsWith("00") ? OptionalLong.of(1) : OptionalLong.empty();
    assertThatThrownBy(() -> requireUnforgeable(careless, texts(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("read as 1");
  }

  private static void requireNoAlias(Function<String, OptionalLong> reader, String text) {
    for (int position = 0; position < text.length(); position++) {
      for (char other = 0; other < 256; other++) {
        String changed = text.substring(0, position) + other + text.substring(position + 1);
        if (other != text.charAt(position) && reader.apply(changed).isPresent()) {
          throw new AssertionError("read instead of " + text + ": " + changed);
        }
      }
    }
  }

  @ParameterizedTest
  @Tag("seeds")
  @MethodSource("io.snowbraid.testing.Seeds#few")
  void noOtherCharacterIsReadInPlaceOfAny(long seed) {
    requireNoAlias(orders::tryDecode, orders.encode(seed));
  }

  @Test
  void checkRejectsAReaderThatDropsSpareBits() {
    String text = "ord_2" + orders.encode(1).substring(5);
    Function<String, OptionalLong> careless =
        given ->
            (DIGITS.indexOf(given.charAt(4)) & 7) == 2
                    && given.regionMatches(5, text, 5, 25)
                    && given.startsWith("ord_")
                ? OptionalLong.of(1)
                : OptionalLong.empty();
    assertThatThrownBy(() -> requireNoAlias(careless, text))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(": ord_a");
  }

  /** More threads than the pool has slots. */
  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int thread = 0; thread < 80; thread++) {
      long seed = thread;
      calls.add(() -> roundTrips(new Random(seed)));
    }
    assertThat(Crowd.call(80, calls)).containsOnly(2_000);
  }

  private int roundTrips(Random random) {
    int right = 0;
    for (int i = 0; i < 2_000; i++) {
      long id = random.nextLong();
      boolean isRight = orders.decode(orders.encode(id)) == id;
      right += isRight && orders.fromUuid(orders.toUuid(id)) == id ? 1 : 0;
    }
    return right;
  }

  /** Runs the other implementation, which needs Debian's python3-cryptography. */
  private static String otherImplementation(int status, Path file) throws Exception {
    String program = "src/test/python/public_ids.py";
    return Programs.output(
        status, new ProcessBuilder("/usr/bin/python3", "-B", program, file.toString()));
  }

  private static List<String> rows(PublicId texts, String key, int count) {
    List<String> rows = new ArrayList<>(List.of("key,prefix,id,text,uuid"));
    new Random(1)
        .longs(count)
        .mapToObj(id -> key + ",ord," + id + "," + texts.encode(id) + "," + texts.toUuid(id))
        .forEach(rows::add);
    return rows;
  }

  @Test
  @Tag("slow")
  void anotherImplementationAgrees(@TempDir Path directory) throws Exception {
    String key = PublicId.newKey();
    PublicId texts = PublicId.builder().key(key).prefix("ord").build();
    Path file = Files.write(directory.resolve("texts.csv"), rows(texts, key, 10_000));
    assertThat(otherImplementation(0, file)).isEqualTo("10000 public ids agree\n");
  }

  @Test
  @Tag("slow")
  void knownTextsAreThoseOfAnotherImplementation() throws Exception {
    Path file = Path.of("src/test/resources/io/snowbraid/public-ids.csv");
    assertThat(otherImplementation(0, file)).isEqualTo("66 public ids agree\n");
  }

  @Test
  @Tag("slow")
  void otherImplementationNoticesAWrongText(@TempDir Path directory) throws Exception {
    String key = PublicId.newKey();
    PublicId wrong = PublicId.builder().key(key).prefix("usr").build();
    Path file = Files.write(directory.resolve("texts.csv"), rows(wrong, key, 1));
    assertThat(otherImplementation(1, file)).endsWith("\n0 public ids agree\n");
  }
}
