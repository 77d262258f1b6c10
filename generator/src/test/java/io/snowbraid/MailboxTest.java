package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.internal.Mailbox;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private static final Logger LOGGER = Logger.getLogger("io.snowbraid");

  /** A log handler that blocks until it is released. */
  private static final class Held extends Handler {

    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch mayGoOn = new CountDownLatch(1);
    final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Override
    public void publish(LogRecord line) {
      entered.countDown();
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      lines.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    String awaitLine(String part) throws InterruptedException {
      String line;
      do {
        line = lines.poll(1, TimeUnit.MINUTES);
      } while (line != null && !line.contains(part));
      return line;
    }
  }

  private final Held log = new Held();

  @Test
  void readerThatIsTooFarBehindMissesTheLatest() throws Exception {
    ManualScheduler scheduler = new ManualScheduler();
    scheduler.hold(true);
    List<Integer> read = new ArrayList<>();
    Mailbox<Integer> mailbox = new Mailbox<>("slow reader", read::add, scheduler);
    log.mayGoOn.countDown();
    LOGGER.addHandler(log);
    try {
      IntStream.range(0, Mailbox.CAPACITY + 3).forEach(mailbox::post);
      scheduler.run();
      assertThat(log.awaitLine("slow reader"))
          .isEqualTo("slow reader was 10000 messages behind and missed 3 more");
    } finally {
      LOGGER.removeHandler(log);
    }
    mailbox.post(-1);
    scheduler.run();
    assertThat(read).hasSize(Mailbox.CAPACITY + 1).startsWith(0, 1, 2).endsWith(9_999, -1);
  }

  @Test
  void loggerThatHangsDelaysNeitherIdsNorRenewal() throws Exception {
    TestClock clock = new TestClock();
    LOGGER.addHandler(log);
    try (Snowflake ids =
        Snowflake.builder()
            .worker(new SingleWorkerSource(5))
            .clock(clock)
            .monotonicTime(clock)
            .horizon(Duration.ofSeconds(60))
            .maxWait(Duration.ofMinutes(1))
            .build()) {
      ids.nextId();
      clock.move(Duration.ofHours(-1)); // logged by the call that sees it
      ids.nextId();
      assertThat(log.entered.await(1, TimeUnit.MINUTES)).isTrue();
      for (int i = 0; i < 5; i++) { // each is past the horizon and needs a grant
        clock.pass(Duration.ofMinutes(2));
        ids.nextId();
      }
      log.mayGoOn.countDown();
      assertThat(log.awaitLine("clock jumped")).isEqualTo("clock jumped by -1 h");
    } finally {
      log.mayGoOn.countDown();
      LOGGER.removeHandler(log);
    }
  }
}
