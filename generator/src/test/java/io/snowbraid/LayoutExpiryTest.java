package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.internal.TestClock;
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
    LayoutExpiry end = new LayoutExpiry(layout, new TickClock(new TestClock(), layout));
    long lastYear = layout.lastTick() - Duration.ofDays(365).toMillis();
    Logger logger = Logger.getLogger("io.snowbraid");
    Warnings warnings = new Warnings();
    logger.addHandler(warnings);
    try {
      assertThat(end.check(0)).isFalse();
      assertThat(end.check(lastYear - 1)).isFalse();
      assertThat(end.check(lastYear)).isTrue();
      assertThat(end.check(lastYear + 1)).isFalse();
      end.warn();
      String warning = warnings.texts.poll(1, TimeUnit.MINUTES);
      assertThat(warning)
          .isEqualTo(
              "layout ends at 2094-09-07T15:47:35.551Z: prepare a layout with more bits of"
                  + " time, layout="
                  + layout
                  + "; one with a later epoch is only for tables that contain none of these ids");
    } finally {
      logger.removeHandler(warnings);
    }
  }
}
