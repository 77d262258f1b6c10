package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.layout.Layout;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the insert statements of HQL. */
class HqlInsertTest {

  private final HikariDataSource database = TestFactory.database("hql");
  private SessionFactory factory;

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database,
            Map.of("snowbraid.worker-id", 7),
            IdentifierEntities.Ticket.class,
            IdentifierEntities.Vehicle.class,
            IdentifierEntities.Bicycle.class);
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private int execute(String statement) {
    return factory.fromTransaction(
        session -> session.createMutationQuery(statement).executeUpdate());
  }

  private List<Long> ids(String entity) {
    return factory.fromSession(
        session ->
            session
                .createSelectionQuery("select e.id from " + entity + " e order by e.id", Long.class)
                .getResultList());
  }

  @Test
  void valuesGetIds() {
    assertThat(execute("insert into Ticket (code) values ('a'), ('b')")).isEqualTo(2);
    assertThat(ids("Ticket")).hasSize(2).allMatch(id -> Layout.DEFAULT.decode(id).worker() == 7);
  }

  @ParameterizedTest
  @CsvSource({
    "Ticket, code, IdentifierEntities$Ticket",
    "Bicycle, bell, IdentifierEntities$Vehicle"
  })
  void selectedRowsNeedIdsOfTheDatabase(String entity, String attribute, String root) {
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(
            () ->
                execute(
                    "insert into %1$s (%2$s) select e.%2$s from %1$s e"
                        .formatted(entity, attribute)))
        .withStackTraceContaining(
            "insert ... select must select an id for each row, because the database creates the"
                + " rows: entity=io.snowbraid.hibernate."
                + root
                + "; set snowbraid.sql-functions if the database supports NEXT_SNOWFLAKE() and this"
                + " is the default id space, or use insert ... values or"
                + " StatelessSession.insertMultiple");
  }

  @Test
  void selectedRowsMayBringTheirIds() {
    execute("insert into Ticket (id, code) values (1, 'a'), (2, 'b')");
    assertThat(execute("insert into Ticket (id, code) select e.id + 10, e.code from Ticket e"))
        .isEqualTo(2);
    assertThat(ids("Ticket")).containsExactly(1L, 2L, 11L, 12L);
  }
}
