package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.criteria.CriteriaQuery;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.ColumnDefault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the SQL functions in HQL and Criteria. */
class SqlFunctionsTest {

  @Entity(name = "Event")
  static class Event {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    @ColumnDefault("NEXT_SNOWFLAKE()")
    @Column(insertable = false)
    Long number;

    String text = "";
  }

  private final HikariDataSource database = TestFactory.database("functions");
  private SessionFactory factory;

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database,
            Map.of("snowbraid.sql-functions", "install"),
            Event.class,
            IdentifierEntities.Vehicle.class,
            IdentifierEntities.Bicycle.class);
    factory.inTransaction(session -> session.persist(new Event()));
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private <T> T selected(String query, Class<T> type) {
    return factory.fromSession(
        session -> session.createSelectionQuery(query, type).getSingleResult());
  }

  private int execute(String statement) {
    return factory.fromTransaction(
        session -> session.createMutationQuery(statement).executeUpdate());
  }

  private List<Long> numbers(String query) {
    return factory.fromSession(
        session -> session.createSelectionQuery(query, Long.class).getResultList());
  }

  @Test
  void existBeforeTablesThatUseThem() {
    assertThat(selected("select e.number from Event e", Long.class))
        .isGreaterThan(selected("select e.id from Event e", Long.class));
  }

  @Test
  void areTypedInHql() {
    long id = selected("select e.id from Event e", Long.class);
    assertThat(selected("select next_snowflake() - e.id from Event e", Long.class)).isPositive();
    assertThat(selected("select e.id from Event e where e.id < next_snowflake()", Long.class))
        .isEqualTo(id);
    IdParts parts = Layout.DEFAULT.decode(id);
    assertThat(selected("select snowflake_time(e.id) from Event e", Instant.class))
        .isEqualTo(parts.time());
    assertThat(
            selected(
                "select 1000000 * snowflake_worker(e.id) + snowflake_sequence(e.id) from Event e",
                Integer.class))
        .isEqualTo(1_000_000 * parts.worker() + parts.sequence());
    assertThat(
            selected(
                "select snowflake_rollback(e.id) + 10 * snowflake_timeline(e.id) from Event e",
                Integer.class))
        .isEqualTo(parts.rollback() + 10 * parts.timeline());
  }

  @Test
  void rangeOfTimeFindsItsRows() {
    long id = selected("select e.id from Event e", Long.class);
    Instant time = Layout.DEFAULT.decode(id).time();
    assertThat(within(time, time)).containsExactly(id);
    assertThat(within(time.minusMillis(5), time.minusMillis(1))).isEmpty();
    assertThat(within(time.plusMillis(1), time.plusMillis(5))).isEmpty();
    assertThat(
            selected(
                "select e.id from Event e where e.id >= snowflake_min_id(instant - 1 day)",
                Long.class))
        .isEqualTo(id);
    assertThat(selected("select snowflake_parts(e.id) from Event e", String.class))
        .contains("\"worker\":" + Layout.DEFAULT.decode(id).worker());
  }

  private List<Long> within(Instant first, Instant last) {
    return factory.fromSession(
        session ->
            session
                .createSelectionQuery(
                    "select e.id from Event e where e.id >= snowflake_min_id(:first)"
                        + " and e.id <= snowflake_max_id(:last)",
                    Long.class)
                .setParameter("first", first)
                .setParameter("last", last)
                .getResultList());
  }

  @Test
  void areTypedInCriteria() {
    CriteriaQuery<Integer> query = factory.getCriteriaBuilder().createQuery(Integer.class);
    var event = query.from(Event.class);
    var worker =
        factory
            .getCriteriaBuilder()
            .function("snowflake_worker", Integer.class, event.<Long>get("id"));
    query.select(worker).where(factory.getCriteriaBuilder().equal(worker, 0));
    assertThat(
            factory.<Integer>fromSession(
                session -> session.createSelectionQuery(query).getSingleResult()))
        .isZero();
  }

  @Test
  void issueTheIdsOfSelectedRows() {
    for (int doubled = 1; doubled <= 512; doubled *= 2) {
      assertThat(execute("insert into Event (text) select e.text from Event e")).isEqualTo(doubled);
    }
    assertThat(numbers("select e.id from Event e"))
        .hasSize(1024)
        .doesNotHaveDuplicates()
        .allMatch(id -> Layout.DEFAULT.decode(id).worker() == 0);
  }

  @Test
  @Tag("from-orm-7.1") // earlier versions require another column of the root table, too
  void issueTheIdsOfSelectedRowsOfJoinedTables() {
    execute("insert into Bicycle (bell) values ('ring')");
    for (int rows = 1; rows <= 8; rows *= 2) {
      execute("insert into Bicycle (bell) select b.bell from Bicycle b");
    }
    assertThat(numbers("select b.id from Bicycle b")).hasSize(16).doesNotHaveDuplicates();
  }

  @Test
  void issueIdsOfTheGeneratorSuppliedForEntities() {
    try (Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(5)).build();
        HikariDataSource other = TestFactory.database("handed");
        SessionFactory handed =
            TestFactory.open(
                other,
                Map.of("snowbraid.sql-functions", "install", "snowbraid.generator", generator),
                Event.class)) {
      handed.inTransaction(session -> session.persist(new Event()));
      int worker =
          handed.<Integer>fromSession(
              session ->
                  session
                      .createSelectionQuery(
                          "select snowflake_worker(e.number) from Event e", Integer.class)
                      .getSingleResult());
      assertThat(worker).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "true", "create"})
  void otherValuesOfTheSettingAreRejected(String value) {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(
            () -> TestFactory.open(database, Map.of("snowbraid.sql-functions", value), Event.class))
        .withMessage("snowbraid.sql-functions must be install, present or none, but is " + value);
  }
}
