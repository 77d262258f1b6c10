package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.internal.Arguments;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks what holds for every layout, on each preset and on many random layouts. */
class LayoutContractTest {

  private static final int SAMPLES = 50;

  /** The fields of an id, from tick to tail. */
  private interface Encoder {
    long encode(long tick, int rollback, int timeline, int worker, int sequence, int tail);

    default long encode(long... fields) {
      return encode(
          fields[0],
          (int) fields[1],
          (int) fields[2],
          (int) fields[3],
          (int) fields[4],
          (int) fields[5]);
    }
  }

  private interface Check {
    void run(Layout layout, Random random);
  }

  private static void forEachLayout(long seed, Check check) {
    Random random = new Random(seed);
    LayoutsTest.presets().values().forEach(layout -> check.run(layout, random));
    for (int i = 0; i < SAMPLES; i++) {
      check.run(randomLayout(random), random);
    }
  }

  private static Layout randomLayout(Random random) {
    boolean decimal = random.nextBoolean();
    return (decimal ? randomDigits(random) : randomBits(random))
        .epoch(Instant.ofEpochMilli(random.nextLong() >> 12))
        .tick(Duration.ofMillis(1 + random.nextInt(100)))
        .build();
  }

  private static LayoutBuilder randomBits(Random random) {
    return Layout.builder()
        .time(1 + random.nextInt(45))
        .rollback(random.nextInt(3))
        .timeline(random.nextInt(3))
        .worker(random.nextInt(4))
        .sequence(1 + random.nextInt(7))
        .tail(random.nextInt(5));
  }

  private static LayoutBuilder randomDigits(Random random) {
    return Layout.decimalBuilder()
        .time(1 + random.nextInt(13))
        .worker(random.nextInt(3))
        .sequence(1 + random.nextInt(2))
        .tail(random.nextInt(3));
  }

  private static long[] ranges(Layout layout) {
    return new long[] {
      layout.lastTick() + 1,
      layout.rollbacks(),
      layout.timelines(),
      layout.workers(),
      layout.sequences(),
      layout.tails()
    };
  }

  private static long[] randomFields(Layout layout, Random random) {
    return Arrays.stream(ranges(layout)).map(random::nextLong).toArray();
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void eachFieldAddsInProportionToItsValue(long seed) {
    forEachLayout(seed, (layout, random) -> requireLinear(layout::encode, layout, random));
  }

  @Test
  void linearityCheckRejectsSwappedBitsAndAConstant() {
    Random random = new Random(1);
    Layout layout = Layout.DEFAULT;
    Encoder swapped = (t, r, l, w, s, x) -> layout.encode(t, r, l, w, Integer.reverse(s) >>> 21, x);
    Encoder shifted = (t, r, l, w, s, x) -> layout.encode(t, r, l, w, s, x) + 1;
    Encoder folded = (t, r, l, w, s, x) -> layout.encode(t, r, l, w ^ ((int) t & 1), s, x);
    for (Encoder broken : new Encoder[] {swapped, shifted, folded}) {
      assertThatThrownBy(() -> requireLinear(broken, layout, random))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("id must be the weighted sum");
    }
  }

  private static void requireLinear(Encoder encoder, Layout layout, Random random) {
    long[] ranges = ranges(layout);
    long[] weights = new long[ranges.length];
    for (int field = 0; field < ranges.length; field++) {
      long[] one = new long[ranges.length];
      one[field] = Math.min(1, ranges[field] - 1);
      weights[field] = encoder.encode(one);
      assertThat(weights[field]).as("weight of field %s", field).isGreaterThanOrEqualTo(0);
    }
    for (int i = 0; i < SAMPLES; i++) {
      long[] fields = randomFields(layout, random);
      long sum = 0;
      for (int field = 0; field < fields.length; field++) {
        sum += fields[field] * weights[field];
      }
      assertThat(encoder.encode(fields))
          .as("id must be the weighted sum of %s in %s", Arrays.toString(fields), layout)
          .isEqualTo(sum);
    }
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void decodeInvertsEncode(long seed) {
    forEachLayout(seed, LayoutContractTest::requireInverse);
  }

  private static void requireInverse(Layout layout, Random random) {
    for (int i = 0; i < SAMPLES; i++) {
      long[] fields = randomFields(layout, random);
      Encoder encoder = layout::encode;
      long id = encoder.encode(fields);
      Instant time = layout.epoch().plus(layout.tick().multipliedBy(fields[0]));
      assertThat(layout.decode(id))
          .as("%s", layout)
          .isEqualTo(
              new IdParts(
                  time,
                  (int) fields[1],
                  (int) fields[2],
                  (int) fields[3],
                  (int) fields[4],
                  (int) fields[5]));
      assertThat(id).isBetween(layout.minId(time), layout.maxId(time)).isNotNegative();
    }
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void ticksFollowOneAnotherWithoutAGap(long seed) {
    forEachLayout(
        seed,
        (layout, random) -> {
          Instant time = TickConverter.start(layout, random.nextLong(layout.lastTick()));
          Instant next = time.plus(layout.tick());
          assertThat(layout.maxId(time) + 1).as("%s", layout).isEqualTo(layout.minId(next));
          assertThat(layout.minId(next.minusNanos(1))).isEqualTo(layout.minId(time));
        });
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void layoutEndsWhereItSays(long seed) {
    forEachLayout(
        seed,
        (layout, random) -> {
          long last = layout.maxId(layout.lastInstant());
          assertThat(layout.minId(layout.epoch())).isZero();
          assertThat(layout.decode(last).time())
              .isEqualTo(layout.lastInstant().plusMillis(1).minus(layout.tick()));
          rejected(() -> layout.minId(layout.lastInstant().plusMillis(1)), "time must be between ");
          rejected(() -> layout.maxId(layout.epoch().minusNanos(1)), "time must be between ");
          rejected(() -> layout.decode(-1), "id must be between 0 and " + last + ", but is -1");
          if (last < Long.MAX_VALUE) {
            String message = "id must be between 0 and " + last + ", but is " + (last + 1);
            rejected(() -> layout.decode(last + 1), message);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void everyFieldIsRejectedJustOutsideItsRange(long seed) {
    String[] names = {"tick", "rollback", "timeline", "worker", "sequence", "tail"};
    forEachLayout(
        seed,
        (layout, random) -> {
          Encoder encoder = layout::encode;
          for (int field = 0; field < names.length; field++) {
            long range = ranges(layout)[field];
            for (long outside : new long[] {-1, range}) {
              long[] fields = randomFields(layout, random);
              fields[field] = outside;
              rejected(
                  () -> encoder.encode(fields),
                  Arguments.outside(names[field], outside, 0, range - 1));
            }
          }
        });
  }

  private static void rejected(Runnable action, String message) {
    assertThatIllegalArgumentException().isThrownBy(action::run).withMessageStartingWith(message);
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void textFormReadsBackAndFingerprintTellsLayoutsApart(long seed) {
    Map<String, Layout> seen = new HashMap<>();
    forEachLayout(
        seed,
        (layout, random) -> {
          Layout copy = Layout.parse(layout.toString());
          assertThat(copy).isEqualTo(layout).hasToString(layout.toString());
          assertThat(copy.fingerprint()).matches("[0-9a-f]{16}").isEqualTo(layout.fingerprint());
          assertThat(seen.getOrDefault(layout.fingerprint(), layout)).isEqualTo(layout);
          seen.put(layout.fingerprint(), layout);
        });
    assertThat(seen).hasSizeGreaterThan(SAMPLES / 2);
  }

  /** The first 16 digits that sha256sum prints for the text forms. */
  @Test
  void fingerprintNeverChanges() {
    assertThat(Layout.DEFAULT.fingerprint()).isEqualTo("a5c5954b8ef27997");
    assertThat(Layouts.DECIMAL.fingerprint()).isEqualTo("924463b65911fa56");
  }

  /** See the comment in {@link Layout}: with a default method two threads could deadlock. */
  @Test
  void interfaceHasNoDefaultMethods() {
    assertThat(Layout.class.getMethods()).hasSizeGreaterThan(10).noneMatch(Method::isDefault);
  }
}
