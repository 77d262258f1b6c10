package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests applications whose worker records, or their table, are removed while they run. */
@Tag("current-orm")
@Tag("slow")
@Timeout(120)
class RemovedWorkersTest {

  /** Done by test suites that empty or drop all tables. */
  private static final String TRUNCATE = "truncate table snowbraid_worker";

  private static final String DELETE = "delete from snowbraid_worker";
  private static final String DROP = "drop table snowbraid_worker";

  /** Whether what cannot be seen was deleted is not known before the namespace is there again. */
  private static final String HIDDEN = "cannot be seen";

  private static final Map<String, Object> SETTINGS =
      Map.of("snowbraid.horizon", Duration.ofSeconds(1));

  private static SessionFactory open(DataSource database) {
    return TestFactory.open(database, SETTINGS, Entities.Named.class);
  }

  private static void persist(SessionFactory factory) {
    factory.inTransaction(session -> session.persist(new Entities.Named()));
  }

  private static void run(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Persists until it fails; ids of the current grant may still be issued first. */
  private static Throwable failure(SessionFactory factory) {
    Throwable failure = null;
    while (failure == null) {
      failure = catchThrowable(() -> persist(factory));
    }
    return failure;
  }

  /** Checks this for longer than the grant, and longer than the pause after a failure. */
  private static void requireNoMoreIds(
      SessionFactory factory, Class<? extends Throwable> failure, String reason) {
    long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
    while (System.nanoTime() < end) {
      assertThatExceptionOfType(failure)
          .isThrownBy(() -> persist(factory))
          .withMessageContaining(reason);
    }
  }

  /** The next look at the record shows that it is another one. */
  private static void requireStoppedSoon(SessionFactory factory) {
    Throwable failure = null;
    while (!(failure instanceof GeneratorStoppedException)) {
      failure = catchThrowable(() -> persist(factory));
      assertThat(failure).isNotNull();
    }
  }

  private static void requireStopped(DataSource database, String removal) throws SQLException {
    try (SessionFactory factory = open(database)) {
      persist(factory);
      run(database, removal);
      assertThat(failure(factory)).isInstanceOf(LeaseExpiredException.class);
      requireNoMoreIds(factory, LeaseExpiredException.class, HIDDEN);
      requireNoRecord(database, removal);
      try (SessionFactory next = open(database)) {
        persist(next);
        requireStoppedSoon(factory);
        requireNoMoreIds(factory, GeneratorStoppedException.class, "worker record was ");
        persist(next);
      }
    }
    assertThat(JdbcWorkerSource.of(database).workers())
        .extracting(WorkerInfo::state)
        .containsExactly(State.RELEASED);
  }

  /** A generator that lost its row creates neither another row nor another table. */
  private static void requireNoRecord(DataSource database, String removal) {
    if (removal.equals(DROP)) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> run(database, DELETE))
          .withMessageContaining("not"); // not found, does not exist
    } else {
      assertThat(JdbcWorkerSource.of(database).workers()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TRUNCATE, DELETE, DROP})
  void applicationOnH2StopsPermanently(String removal) throws SQLException {
    try (HikariDataSource database = TestFactory.database("removed")) {
      requireStopped(database, removal);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TRUNCATE, DELETE, DROP})
  void applicationOnPostgresStopsPermanently(String removal) throws IOException, SQLException {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(4);
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      config.setDataSource(server.getPostgresDatabase());
      try (HikariDataSource database = new HikariDataSource(config)) {
        requireStopped(database, removal);
      }
    }
  }
}
