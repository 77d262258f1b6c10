package io.snowbraid.segment;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.internal.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SegmentGeneratorsTest {

  private static final SegmentSettings PATIENT = SegmentSettings.DEFAULT.withMaxWait(ofMinutes(1));

  private final FaultySegmentSource source = new FaultySegmentSource();
  private final SegmentGenerators numbers =
      SegmentGenerators.builder()
          .source(source)
          .maxTags(10)
          .settings(PATIENT)
          .settings("big", PATIENT.withDraws(1_000, 1_000))
          .build();

  @AfterEach
  void close() {
    numbers.close();
  }

  @Test
  void eachTagHasNumbersOfItsOwn() {
    assertThat(numbers.nextId("orders")).isEqualTo(1);
    assertThat(numbers.nextId("tickets")).isEqualTo(1);
    assertThat(numbers.nextId("orders")).isEqualTo(2);
    IdGenerator orders = numbers.generator("orders");
    assertThat(orders.nextIds(2)).containsExactly(3, 4);
    assertThat(orders.nextId()).isEqualTo(5);
    assertThat(numbers.status())
        .extracting(SegmentStatus::tag)
        .containsExactly("orders", "tickets");
  }

  @Test
  void callThatMustNotWaitGetsTheNumbersInHand() {
    assertThat(numbers.tryNextIds("big", new long[1])).isZero();
    assertThat(numbers.nextId("big")).isEqualTo(1);
    long[] target = new long[10_000];
    int issued = numbers.tryNextIds("big", target);
    assertThat(issued).isBetween(999, 9_999);
    assertThat(target).startsWith(2, 3, 4);
    assertThat(target[issued - 1]).isEqualTo(issued + 1);
    assertThat(numbers.nextId("big")).isEqualTo(issued + 2);
  }

  @Test
  void preparingATagLosesNothing() {
    numbers.prepare("orders");
    numbers.prepare("orders");
    assertThat(numbers.nextId("orders")).isEqualTo(1);
    numbers.prepare("orders");
    assertThat(numbers.nextId("orders")).isEqualTo(2);
  }

  @Test
  void tagMayHaveSettingsOfItsOwn() {
    assertThat(numbers.nextId("big")).isEqualTo(1);
    assertThat(source.peek("big")).hasValue(1_001);
  }

  @Test
  void onlySomeTagsAreHeldAndTheOthersGiveTheirNumbersBack() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThat(numbers.nextId("tag" + i)).isEqualTo(1);
    }
    assertThat(numbers.status()).hasSizeBetween(1, 10);
    for (int i = 0; i < 100; i++) {
      assertThat(numbers.nextId("tag" + i)).isIn(2L, 11L); // the give-back may be under way
    }
    numbers.close();
    await().atMost(ofMinutes(1)).until(() -> source.returns.get() > 90);
  }

  @Test
  void tagThatIsUsedAllTheTimeIsNotEvicted() {
    for (int i = 0; i < 100; i++) {
      assertThat(numbers.nextId("tag" + i)).isEqualTo(1);
      assertThat(numbers.nextId("hot")).isEqualTo(i + 1);
    }
    assertThat(numbers.status()).extracting(SegmentStatus::tag).contains("hot");
  }

  @Test
  void tagsThatDoNotExistEvictNoOthers() {
    assertThat(numbers.nextId("orders")).isEqualTo(1);
    source.fails(new UnknownTagException("no such tag"));
    for (int i = 0; i < 100; i++) {
      String unknown = "unknown" + i;
      assertThatExceptionOfType(IdsUnavailableException.class)
          .isThrownBy(() -> numbers.nextId(unknown))
          .withMessage("no such tag")
          .withCauseInstanceOf(UnknownTagException.class);
    }
    assertThat(numbers.nextId("orders")).isEqualTo(2);
    assertThat(numbers.status()).hasSize(1);
  }

  /** A client may ask for any number of them, and gets the exception. */
  @Test
  void tagsThatDoNotExistAreNotLogged() throws InterruptedException {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Logger logger = Logger.getLogger("io.snowbraid");
    logger.setFilter(line -> lines.add(new SimpleFormatter().formatMessage(line)));
    try {
      assertThat(numbers.nextId("orders")).isEqualTo(1);
      source.fails(new UnknownTagException("no such tag"));
      for (String tag : List.of("unknown 1", "unknown 2", "orders")) {
        assertThatExceptionOfType(IdsUnavailableException.class)
            .isThrownBy(() -> numbers.nextIds(tag, new long[100_000]));
      }
      Log.warn("this line of a test is the last");
      List<String> logged = new ArrayList<>();
      do {
        logged.add(lines.poll(1, TimeUnit.MINUTES));
      } while (!logged.contains("this line of a test is the last") && !logged.contains(null));
      assertThat(logged)
          .anyMatch(line -> line.startsWith("numbers of tag orders cannot be drawn"))
          .noneMatch(line -> line.contains("unknown"));
    } finally {
      logger.setFilter(null);
    }
  }

  /** Each call for the tag finds the draw that hangs, and starts no other. */
  @Test
  @Tag("slow")
  void tagWhoseDrawHangsDoesNotStopTheOthers() {
    CountDownLatch hangs = new CountDownLatch(1);
    source.disturbance =
        () -> {
          try {
            hangs.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (SegmentGenerators impatient =
        SegmentGenerators.builder()
            .source(source)
            .settings(SegmentSettings.DEFAULT.withMaxWait(Duration.ZERO))
            .build()) {
      for (int i = 0; i < 40; i++) {
        assertThatExceptionOfType(IdsUnavailableException.class)
            .isThrownBy(() -> impatient.nextId("bad"))
            .withMessageContaining("the store does not answer");
      }
      assertThat(source.draws).hasValue(1);
      source.works();
      assertThat(impatient.nextId("good")).isEqualTo(1);
    } finally {
      hangs.countDown();
    }
  }

  @Test
  void closedOnesIssueNothing() {
    IdGenerator orders = numbers.generator("orders");
    assertThat(orders.nextId()).isEqualTo(1);
    numbers.close();
    await().atMost(ofMinutes(1)).until(() -> source.peek("orders").equals(OptionalLong.of(2)));
    assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(orders::nextId);
    assertThatExceptionOfType(GeneratorClosedException.class)
        .isThrownBy(() -> numbers.nextId("tickets"))
        .withMessage("segment generators are closed; build new ones");
  }

  @Test
  void badValuesAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> numbers.nextId(""));
    assertThatIllegalArgumentException().isThrownBy(() -> numbers.generator(" "));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SegmentGenerators.builder().maxTags(0))
        .withMessage("maxTags must be at least 1, but is 0");
    assertThatIllegalStateException().isThrownBy(() -> SegmentGenerators.builder().build());
  }
}
