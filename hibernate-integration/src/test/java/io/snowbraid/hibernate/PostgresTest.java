package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.IdRange;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.record.WorkerInfo;
import io.snowbraid.worker.record.WorkerInfo.State;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the integration with a real server over a network. */
@Tag("current-orm")
class PostgresTest {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static HikariDataSource pool(int size) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.getPostgresDatabase());
    config.setMaximumPoolSize(size);
    return new HikariDataSource(config);
  }

  @Test
  void entitiesAreStoredInBatchesUnderALeasedWorkerOverOneConnection() {
    Instant begin = Instant.now().minus(Duration.ofMinutes(1));
    try (HikariDataSource pool = pool(1)) {
      try (SessionFactory factory = TestFactory.open(pool, Map.of(), Entities.Named.class)) {
        List<Entities.Named> many = new ArrayList<>();
        factory.inTransaction(
            session -> {
              for (int i = 0; i < 1_000; i++) {
                Entities.Named entity = new Entities.Named();
                session.persist(entity);
                many.add(entity);
              }
            });
        assertThat(many).extracting(entity -> entity.id).doesNotHaveDuplicates().isSorted();
        IdRange lately = IdRange.of(Layout.DEFAULT, begin, begin.plus(Duration.ofHours(1)));
        assertThat(count(factory, lately)).isEqualTo(1_000);
        IdRange before = IdRange.of(Layout.DEFAULT, Layout.DEFAULT.epoch(), begin);
        assertThat(count(factory, before)).isZero();
      }
      assertThat(JdbcWorkerSource.of(pool).workers())
          .extracting(WorkerInfo::state)
          .containsExactly(State.RELEASED);
    }
  }

  @Test
  void serverIssuesTheIdsOfSelectedRowsWithAWorkerOfItsOwn() {
    Map<String, Object> settings =
        Map.of("snowbraid.sql-functions", "install", "snowbraid.namespace", "events");
    try (HikariDataSource pool = pool(1);
        SessionFactory factory = TestFactory.open(pool, settings, SqlFunctionsTest.Event.class)) {
      factory.inTransaction(session -> session.persist(new SqlFunctionsTest.Event()));
      factory.inTransaction(
          session ->
              session
                  .createMutationQuery("insert into Event (text) select e.text from Event e")
                  .executeUpdate());
      List<SqlFunctionsTest.Event> events =
          factory.fromSession(
              session ->
                  session
                      .createSelectionQuery(
                          "from Event e order by e.id", SqlFunctionsTest.Event.class)
                      .getResultList());
      assertThat(events).extracting(event -> worker(event.id)).containsExactlyInAnyOrder(0, 127);
      assertThat(events).extracting(event -> worker(event.number)).containsOnly(127);
      assertThat(JdbcWorkerSource.of(pool).withNamespace("events").workers())
          .extracting(WorkerInfo::state)
          .containsExactly(State.HELD, State.RESERVED);
    }
  }

  private static int worker(long id) {
    return Layout.DEFAULT.decode(id).worker();
  }

  private static long count(SessionFactory factory, IdRange range) {
    return factory.fromSession(
        session ->
            session
                .createSelectionQuery(
                    "select count(*) from Entities$Named e where e.id between :first and :last",
                    Long.class)
                .setParameter("first", range.first())
                .setParameter("last", range.last())
                .getSingleResult());
  }
}
