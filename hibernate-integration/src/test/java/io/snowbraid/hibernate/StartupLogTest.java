package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** Tests what is logged at startup if nothing is wrong. */
class StartupLogTest {

  private static final class Lines extends Handler {

    private final List<String> texts = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      if (line.getLevel().intValue() >= Level.INFO.intValue()) {
        texts.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static List<String> linesOfAStart(HikariDataSource database) {
    Lines lines = new Lines();
    Logger logger = Logger.getLogger("io.snowbraid");
    logger.addHandler(lines);
    Map<String, Object> settings = Map.of("hibernate.hbm2ddl.auto", "update");
    try (SessionFactory factory = TestFactory.open(database, settings, Entities.Named.class)) {
      assertThat(factory.isOpen()).isTrue();
    } finally {
      logger.removeHandler(lines);
    }
    return lines.texts;
  }

  @Test
  void oneLineNamesTheSourceOfIds() {
    try (HikariDataSource database = TestFactory.database("log")) {
      assertThat(linesOfAStart(database))
          .hasSize(2)
          .first()
          .asString()
          .contains("created the worker table");
      assertThat(linesOfAStart(database))
          .singleElement()
          .asString()
          .matches(
              "INFO worker 0 is leased until 20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ and"
                  + " extended regularly: JdbcWorkerSource\\[table=snowbraid_worker,"
                  + " namespace=default, database=jdbc:h2:mem:log], layout time=41,rollback=2,.*");
    }
  }
}
