package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  void warningOfTheSameWorkerNamesDatabasesAndTheSetting() {
    Warnings warnings = new Warnings();
    Logger logger = Logger.getLogger("io.snowbraid");
    logger.addHandler(warnings);
    try (HikariDataSource east = TestFactory.database("east");
        HikariDataSource west = TestFactory.database("west");
        SessionFactory one = TestFactory.open(east, Map.of(), Entities.Named.class);
        SessionFactory two = TestFactory.open(west, Map.of(), Entities.Named.class)) {
      assertThat(one.isOpen() && two.isOpen()).isTrue();
    } finally {
      logger.removeHandler(warnings);
    }
    assertThat(warnings.texts)
        .singleElement()
        .asString()
        .contains(
            "worker 0 is held by two generators of this process",
            "of jdbc:h2:mem:east (snowbraid.workers=all)",
            "of jdbc:h2:mem:west (snowbraid.workers=all)",
            "lease from one table, or give each a share of the workers");
  }

  private static final class Warnings extends Handler {

    private final List<String> texts = new ArrayList<>();

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
