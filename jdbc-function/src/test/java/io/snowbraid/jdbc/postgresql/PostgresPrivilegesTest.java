package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what callers and installers may and may not do. */
class PostgresPrivilegesTest extends PostgresTestCase {

  /** A database for tests that change nothing. */
  private static PostgresServer.Database shared;

  @BeforeAll
  static void createRoles() throws SQLException {
    server.new Database("postgres").run("CREATE ROLE app LOGIN", "CREATE ROLE installer LOGIN");
    shared = server.installed();
  }

  @BeforeEach
  void create() throws SQLException {
    database = server.empty();
  }

  @Test
  void callerNeedsNoMoreThanTheSchema() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    try (Connection app = database.open("app")) {
      new PostgresInstaller(app, FunctionTarget.DEFAULT).install();
      assertThat(PostgresServer.query(app, Long.class, "SELECT next_snowflake()")).hasSize(1);
      assertThat(PostgresServer.query(app, Long.class, "SELECT id FROM next_snowflakes(300)"))
          .hasSize(300);
      assertThat(PostgresServer.query(app, Integer.class, "SELECT snowflake_worker(1)")).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT setval('%2$s', 0)",
        "SELECT nextval('%2$s')",
        "SELECT setval(%1$d, 0)",
        "SELECT last_value FROM %2$s",
        "SELECT * FROM snowbraid_public.node",
        "SELECT * FROM snowbraid_worker",
        "BEGIN; LOCK TABLE snowbraid_public.node IN ACCESS SHARE MODE",
        "BEGIN; LOCK TABLE snowbraid_public.turn IN ACCESS SHARE MODE",
        "SELECT snowbraid_public.late_id()",
        "SELECT snowbraid_public.give_back()",
        "SELECT snowbraid_public.adopt()",
        "SELECT snowbraid_public.advance(0, true)",
      })
  void callerCanDoNothingElse(String sql) throws SQLException {
    database = shared;
    String lane = database.lane();
    long number = oid(lane);
    try (Connection app = database.open("app")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> PostgresServer.run(app, sql.formatted(number, lane)))
          .withMessageContaining("permission denied");
    }
  }

  /** Wasted values of a lane are not used as ids. */
  @Test
  void callerThatBurnsValuesHarmsNothing() throws SQLException {
    burn(1);
  }

  @Test
  @Tag("slow")
  void callerThatGoesOnBurningValuesHarmsNothing() throws SQLException {
    burn(3);
  }

  private void burn(int times) throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    List<Long> ids = new ArrayList<>();
    try (Connection app = database.open("app");
        Connection other = database.open("app")) {
      for (int i = 0; i < times; i++) {
        ids.addAll(drawn(other));
        long lane = oid(database.lane());
        PostgresServer.query(
            app, Long.class, "SELECT max(nextval(" + lane + ")) FROM generate_series(1, 1500000)");
        ids.addAll(drawn(other));
        ids.addAll(drawn(app));
      }
    }
    assertThat(ids).hasSize(times * 3_000).doesNotHaveDuplicates();
    assertThat(ids).allMatch(id -> Layout.DEFAULT.decode(id).worker() == 127);
  }

  private long oid(String relation) throws SQLException {
    return database.query(Long.class, "SELECT '" + relation + "'::regclass::oid::bigint").get(0);
  }

  private static List<Long> drawn(Connection connection) throws SQLException {
    return PostgresServer.query(
        connection, Long.class, "SELECT next_snowflake() FROM generate_series(1, 1000)");
  }

  /**
   * If default privileges let nobody call new functions, callers still get the privileges that they
   * need.
   */
  @Test
  void revokedDefaultPrivilegesDoNotMatter() throws SQLException {
    database.run(
        "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
        "ALTER DEFAULT PRIVILEGES REVOKE USAGE ON SEQUENCES FROM PUBLIC",
        "ALTER DEFAULT PRIVILEGES REVOKE USAGE ON TYPES FROM PUBLIC");
    database.install(FunctionOptions.DEFAULT);
    try (Connection app = database.open("app")) {
      for (String call :
          List.of(
              "SELECT next_snowflake()",
              "SELECT max(id) FROM next_snowflakes(10)",
              "SELECT max(id) FROM next_snowflakes(1000)")) {
        long id = PostgresServer.query(app, Long.class, call).get(0);
        for (String part : List.of("time", "rollback", "timeline", "worker", "sequence")) {
          assertThat(
                  PostgresServer.query(
                      app, String.class, "SELECT snowflake_" + part + "(" + id + ")::text"))
              .doesNotContainNull();
        }
      }
    }
  }

  @Test
  void rightThatWasTakenStaysTaken() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    database.run(
        "REVOKE EXECUTE ON FUNCTION next_snowflake() FROM PUBLIC",
        PostgresInstaller.script(FunctionTarget.DEFAULT));
    try (Connection app = database.open("app")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> PostgresServer.run(app, "SELECT next_snowflake()"))
          .withMessageContaining("permission denied for function next_snowflake");
    }
  }

  @Test
  void rightToCallCanBeTaken() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    database.run("REVOKE EXECUTE ON FUNCTION next_snowflake() FROM PUBLIC");
    try (Connection app = database.open("app")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> PostgresServer.run(app, "SELECT next_snowflake()"))
          .withMessageContaining("permission denied for function next_snowflake");
    }
  }

  @Test
  void installerWithoutRightsIsTold() throws SQLException {
    try (Connection app = database.open("app")) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> new PostgresInstaller(app, FunctionTarget.DEFAULT).install())
          .withMessageContaining("permission denied");
    }
  }

  @Test
  void installerNeedsNoMoreThanToCreate() throws SQLException {
    database.run(
        "GRANT CREATE ON DATABASE " + database.name() + " TO installer",
        "CREATE SCHEMA shop AUTHORIZATION installer");
    try (Connection installer = database.open("installer")) {
      PostgresServer.run(installer, "SET search_path = shop");
      new PostgresInstaller(installer, FunctionTarget.DEFAULT).install();
      assertThat(PostgresServer.query(installer, Long.class, "SELECT next_snowflake()")).hasSize(1);
      assertThat(PostgresServer.query(installer, Long.class, "SELECT shop.next_snowflake()"))
          .hasSize(1);
    }
  }

  /** The owner of the schema could run code with the privileges of the installer. */
  @Test
  void schemaOfAnotherRoleIsRejected() throws SQLException {
    database.run("CREATE SCHEMA snowbraid_public AUTHORIZATION app");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.install(FunctionOptions.DEFAULT))
        .withMessageContaining("schema snowbraid_public belongs to another role, app");
  }

  @Test
  void hostileSearchPathIsHarmless() throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    database.run(
        "CREATE SCHEMA evil",
        "GRANT USAGE ON SCHEMA evil TO app",
        "GRANT TEMPORARY ON DATABASE " + database.name() + " TO app",
        "CREATE FUNCTION evil.one(a bigint, b bigint) RETURNS bigint LANGUAGE sql AS 'SELECT"
            + " 1::bigint'",
        "CREATE FUNCTION evil.one(a bigint, b integer) RETURNS bigint LANGUAGE sql AS 'SELECT"
            + " 1::bigint'",
        "CREATE OPERATOR evil.& (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.one)",
        "CREATE OPERATOR evil.+ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.one)",
        "CREATE OPERATOR evil.>> (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = evil.one)",
        "CREATE OPERATOR evil.<< (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = evil.one)",
        "CREATE FUNCTION evil.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'",
        "CREATE FUNCTION evil.nextval(regclass) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'");
    try (Connection app = database.open("app")) {
      PostgresServer.run(
          app,
          "CREATE TEMP TABLE node AS SELECT 1 AS worker",
          "CREATE TEMP SEQUENCE lane_0",
          "CREATE TEMP SEQUENCE draw_0",
          "SET search_path = evil, pg_temp, pg_catalog, public");
      List<Long> ids =
          PostgresServer.query(
              app,
              Long.class,
              "SELECT public.next_snowflake() FROM generate_series(1, 3000) UNION ALL SELECT id"
                  + " FROM public.next_snowflakes(3000)");
      assertThat(ids).hasSize(6_000).doesNotHaveDuplicates();
      assertThat(ids).allMatch(id -> Layout.DEFAULT.decode(id).worker() == 127);
      assertThat(PostgresServer.query(app, Integer.class, "SELECT public.snowflake_worker(300000)"))
          .containsExactly(Layout.DEFAULT.decode(300_000).worker());
    }
  }
}
