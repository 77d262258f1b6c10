package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2FunctionsTest {

  private final Snowflake generator =
      Snowflake.builder()
          .worker(WorkerSource.fixed(9))
          .clock(InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")))
          .build();
  private final JdbcConnectionPool database =
      JdbcConnectionPool.create("jdbc:h2:mem:functions", "sa", "");

  @BeforeEach
  void install() {
    SnowflakeFunctions.install(database, generator);
  }

  @AfterEach
  void close() {
    database.dispose();
    generator.close();
  }

  private List<Object> query(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return column(rows);
    }
  }

  private static List<Object> column(ResultSet rows) throws SQLException {
    List<Object> values = new ArrayList<>();
    while (rows.next()) {
      values.add(rows.getObject(1));
    }
    return values;
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void selectGivesAnIdOfTheGenerator() throws SQLException {
    Object id = query("SELECT NEXT_SNOWFLAKE()").get(0);
    assertThat(generator.layout().decode((Long) id).worker()).isEqualTo(9);
    assertThat((Long) id).isLessThan(generator.nextId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT NEXT_SNOWFLAKE() FROM SYSTEM_RANGE(1, 100000)",
        "SELECT ID FROM NEXT_SNOWFLAKES(100000)",
        "SELECT * FROM (SELECT NEXT_SNOWFLAKE() FROM SYSTEM_RANGE(1, 50000)"
            + " UNION ALL SELECT ID FROM NEXT_SNOWFLAKES(50000))",
      })
  void eachRowHasItsOwnId(String sql) throws SQLException {
    assertThat(query(sql)).hasSize(100_000).doesNotHaveDuplicates();
  }

  @Test
  void eachExecutionOfAPreparedStatementHasItsOwnId() throws SQLException {
    List<Object> ids = new ArrayList<>();
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement("SELECT NEXT_SNOWFLAKE()")) {
      for (int i = 0; i < 5; i++) {
        ids.addAll(column(statement.executeQuery()));
      }
    }
    assertThat(ids).hasSize(5).doesNotHaveDuplicates();
  }

  @Test
  void columnDefaultGivesEachRowAnId() throws SQLException {
    run(
        "CREATE TABLE ROWS_ (ID BIGINT DEFAULT NEXT_SNOWFLAKE() PRIMARY KEY, N INT)",
        "INSERT INTO ROWS_(N) VALUES (1), (2), (3)",
        "INSERT INTO ROWS_(N) SELECT X FROM SYSTEM_RANGE(1, 1000)",
        "INSERT INTO ROWS_ SELECT NEXT_SNOWFLAKE(), X FROM SYSTEM_RANGE(1, 1000)");
    assertThat(query("SELECT ID FROM ROWS_")).hasSize(2_003).doesNotHaveDuplicates();
    assertThat(query("SELECT DISTINCT SNOWFLAKE_WORKER(ID) FROM ROWS_")).containsExactly(9);
  }

  @Test
  void bulkWastesNoIds() throws SQLException {
    long before = generator.nextId();
    assertThat(query("SELECT ID FROM NEXT_SNOWFLAKES(3)"))
        .containsExactly(before + 1, before + 2, before + 3);
    assertThat(generator.nextId()).isEqualTo(before + 4);
  }

  @Test
  void decodersAgreeWithTheLayout() throws SQLException {
    long id = generator.layout().encode(123_456_789, 1, 2, 3, 4, 0);
    String sql =
        "SELECT SNOWFLAKE_TIME(%1$d), SNOWFLAKE_ROLLBACK(%1$d), SNOWFLAKE_TIMELINE(%1$d),"
            + " SNOWFLAKE_WORKER(%1$d), SNOWFLAKE_SEQUENCE(%1$d)";
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql.formatted(id))) {
      assertThat(row.next()).isTrue();
      assertThat(row.getObject(1, OffsetDateTime.class))
          .isEqualTo(OffsetDateTime.parse("2025-01-02T10:17:36.789Z"));
      assertThat(row.getInt(2)).isEqualTo(1);
      assertThat(row.getInt(3)).isEqualTo(2);
      assertThat(row.getInt(4)).isEqualTo(3);
      assertThat(row.getInt(5)).isEqualTo(4);
    }
  }

  @Test
  void decodersOfNullAreNull() throws SQLException {
    assertThat(query("SELECT SNOWFLAKE_TIME(NULL)")).containsOnlyNulls();
    assertThat(query("SELECT SNOWFLAKE_WORKER(NULL)")).containsOnlyNulls();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT ID FROM NEXT_SNOWFLAKES(-1)",
        "SELECT ID FROM NEXT_SNOWFLAKES(NULL)",
        "SELECT ID FROM NEXT_SNOWFLAKES(1000001)",
        "SELECT SNOWFLAKE_TIME(-1)",
      })
  void badArgumentsAreRefused(String sql) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> query(sql))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("22023"))
        .withMessageContaining(" must be in [0, ");
  }

  @Test
  void closedGeneratorFailsTheStatement() {
    generator.close();
    for (String sql : List.of("SELECT NEXT_SNOWFLAKE()", "SELECT ID FROM NEXT_SNOWFLAKES(1)")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> query(sql))
          .withMessageContaining("generator must be open");
    }
  }
}
