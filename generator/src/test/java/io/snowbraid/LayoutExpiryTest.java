package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.internal.Log;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

class LayoutExpiryTest {

  private static final class Warnings extends Handler {

    final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

    @Override
    public void publish(LogRecord warning) {
      String text = new SimpleFormatter().formatMessage(warning);
      if (text.startsWith("layout ends")) { // other classes of the process may log late
        texts.add(text);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void warnsOnceInTheLastYear() throws InterruptedException {
    Layout layout = Layout.DEFAULT;
    TestClock clock = new TestClock();
    clock.set(layout.lastInstant().minus(Duration.ofDays(366)));
    Logger logger = Logger.getLogger("io.snowbraid");
    Warnings warnings = new Warnings();
    logger.addHandler(warnings);
    try (Snowflake ids =
        Snowflake.builder().worker(new SingleWorkerSource(3)).clock(clock).build()) {
      ids.nextId();
      clock.move(Duration.ofDays(2));
      ids.nextId();
      clock.move(Duration.ofDays(1));
      ids.nextId();
      Log.warn("layout ends: this line is the last");
      assertThat(warnings.texts.poll(1, TimeUnit.MINUTES))
          .isEqualTo(
              "layout ends at 2094-09-07T15:47:35.551Z; prepare one with more time bits or, for new"
                  + " tables, a later epoch (layout "
                  + layout
                  + ")");
      assertThat(warnings.texts.poll(1, TimeUnit.MINUTES)).endsWith("this line is the last");
    } finally {
      logger.removeHandler(warnings);
    }
  }
}
