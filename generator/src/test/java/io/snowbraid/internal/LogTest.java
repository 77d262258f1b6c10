package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that nobody fails because a line cannot be logged. */
class LogTest {

  private static final Logger LOGGER = Logger.getLogger("io.snowbraid");

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** Something of an application, such as a store. */
  private static final class Foreign {
    @Override
    public String toString() {
      throw new StackOverflowError("no text");
    }
  }

  private void filter(Filter filter) {
    LOGGER.setFilter(filter);
  }

  @AfterEach
  void unfilter() {
    LOGGER.setFilter(null);
  }

  @Test
  void valueWithoutATextIsNamed() throws InterruptedException {
    filter(line -> lines.add(String.valueOf(line.getParameters()[0])));
    Log.warn("value of a test: {0}", new Foreign());
    String last;
    do {
      last = lines.poll(1, TimeUnit.MINUTES);
    } while (last != null && !last.contains("Foreign"));
    assertThat(last).isEqualTo(Foreign.class.getName() + ", whose text failed");
  }

  @Test
  void loggerThatThrowsFailsNobody() {
    filter(
        line -> {
          throw new StackOverflowError("logger");
        });
    assertThatNoException().isThrownBy(() -> Log.warnNow("line of a test", null));
  }
}
