package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/**
 * A process is warned of two databases that give it the same worker; once, so this stands alone.
 */
class SameWorkerTest {

  @Test
  void warningOfTheSameWorkerNamesDatabasesAndTheSetting() throws InterruptedException {
    Warnings warnings = new Warnings();
    Logger logger = Logger.getLogger("io.snowbraid");
    logger.addHandler(warnings);
    try (HikariDataSource east = TestFactory.database("east");
        HikariDataSource west = TestFactory.database("west");
        SessionFactory one = TestFactory.open(east, Map.of(), Entities.Named.class);
        SessionFactory two = TestFactory.open(west, Map.of(), Entities.Named.class)) {
      assertThat(one.isOpen() && two.isOpen()).isTrue();
      assertThat(warnings.texts.poll(1, TimeUnit.MINUTES))
          .contains(
              "worker 0 is held by two generators of this process",
              "database=jdbc:h2:mem:east",
              "database=jdbc:h2:mem:west",
              "lease from one table, or give each a share of the workers, as workers(\"0-63\") or the setting snowbraid.workers=0-63 does");
    } finally {
      logger.removeHandler(warnings);
    }
  }

  private static final class Warnings extends Handler {

    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

    @Override
    public void publish(LogRecord warning) {
      String text = new SimpleFormatter().formatMessage(warning);
      if (text.contains("is held by two generators")) {
        texts.add(text);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
