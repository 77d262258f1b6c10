package io.snowbraid.jdbc;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alibaba.druid.pool.DruidDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.internal.Log;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.h2.H2Dialect;
import io.snowbraid.jdbc.hsqldb.HsqldbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that users whose commits are not on disk at once are told so. */
@Timeout(60)
class LateCommitsTest {

  private static final String WARNING = "a crash may lose";
  private static final String LAST = "last line of the test";

  private final Logger log = Logger.getLogger("io.snowbraid");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler = new LogCapture(lines);

  @BeforeEach
  void listen() {
    log.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    log.removeHandler(handler);
  }

  private List<String> warnings(DatabaseDialect dialect, String url, String admin)
      throws SQLException {
    try (Connection owner = DriverManager.getConnection(url, admin, "");
        Statement statement = owner.createStatement()) {
      statement.execute("create user clerk password 'secret'");
      dialect.force(owner);
      assertThat(lines).isEmpty();
      try (Connection clerk = DriverManager.getConnection(url, "CLERK", "secret")) {
        dialect.force(clerk);
        dialect.force(clerk);
      }
    }
    return warnings();
  }

  private List<String> warnings() {
    Log.warn(LAST);
    await().atMost(ofMinutes(1)).until(() -> lines.contains(LAST));
    return lines.subList(0, lines.indexOf(LAST));
  }

  /** Druid's wall knows few statements of H2. */
  @Test
  void usersOfAFilterAreWarnedOnce() throws SQLException {
    try (DruidDataSource pool = new DruidDataSource()) {
      pool.setUrl("jdbc:h2:mem:filtered");
      pool.setFilters("stat,wall");
      JdbcWorkerSource source = JdbcWorkerSource.of(pool).createTableIfMissing();
      try (Snowflake ids = Snowflake.builder().worker(source).build()) {
        assertThat(ids.nextIds(100)).doesNotHaveDuplicates();
      }
    }
    assertThat(warnings())
        .filteredOn(line -> line.startsWith(WARNING))
        .singleElement()
        .asString()
        .contains("a filter of the data source rejects CHECKPOINT SYNC", "SET WRITE_DELAY 0");
  }

  @Test
  void usersOfH2AreWarnedOnce() throws SQLException {
    assertThat(warnings(new H2Dialect(), "jdbc:h2:mem:late", "sa"))
        .singleElement()
        .asString()
        .startsWith(WARNING)
        .contains("the H2 user is not an administrator", "SET WRITE_DELAY 0");
  }

  @Test
  void usersOfHsqldbAreWarnedOnce() throws SQLException {
    assertThat(warnings(new HsqldbDialect(), "jdbc:hsqldb:mem:late", "SA"))
        .singleElement()
        .asString()
        .startsWith(WARNING)
        .contains("SET FILES WRITE DELAY FALSE");
  }
}
