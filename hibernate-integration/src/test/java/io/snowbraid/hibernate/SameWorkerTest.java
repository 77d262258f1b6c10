package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is warned if two databases give it the same worker, unless one is in memory. The
 * warning is logged only once per process, so the test has a class of its own.
 */
class SameWorkerTest {

  @TempDir private Path directory;

  private JdbcDataSource database(String name) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:file:" + directory.resolve(name));
    return database;
  }

  @Test
  void warningOfTheSameWorkerNamesDatabasesAndTheSetting() throws InterruptedException {
    Warnings warnings = new Warnings();
    Logger logger = Logger.getLogger("io.snowbraid");
    logger.addHandler(warnings);
    try (HikariDataSource memory = TestFactory.database("memory");
        SessionFactory test = TestFactory.open(memory, Map.of(), Entities.Named.class);
        SessionFactory one = TestFactory.open(database("east"), Map.of(), Entities.Named.class);
        SessionFactory two = TestFactory.open(database("west"), Map.of(), Entities.Named.class)) {
      assertThat(test.isOpen() && one.isOpen() && two.isOpen()).isTrue();
      assertThat(warnings.texts.poll(1, TimeUnit.MINUTES))
          .contains(
              "worker 0 is held by two generators of this process",
              "database=jdbc:h2:file:" + directory.resolve("east"),
              "database=jdbc:h2:file:" + directory.resolve("west"),
              "lease both from one worker table, or give each a share of the workers, with"
                  + " withWorkers(\"0-63\") or the setting snowbraid.workers=0-63");
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
