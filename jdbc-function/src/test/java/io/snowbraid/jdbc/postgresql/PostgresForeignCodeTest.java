package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that nothing made by a role with fewer rights runs with those of the role that installs.
 * Such code fails in these tests and says so.
 */
@Tag("slow")
class PostgresForeignCodeTest extends PostgresTestCase {

  private static final String TABLE = new PostgresDialect().workerTableDdl("snowbraid_worker");

  private static final String REFUSED =
      "worker table must not run code of a role with fewer rights than the role of the functions"
          + " (table=public.snowbraid_worker, code=";

  /** Raises an exception, whatever it is asked for. */
  private static final String RAN =
      "CREATE FUNCTION public.%s RETURNS %s LANGUAGE plpgsql IMMUTABLE AS $f$ BEGIN RAISE EXCEPTION"
          + " 'code of another role ran as %%', current_user; END $f$";

  @BeforeAll
  static void createRoles() throws SQLException {
    server.new Database("postgres")
        .run("CREATE ROLE other LOGIN", "CREATE ROLE migrator LOGIN", "CREATE ROLE app LOGIN");
  }

  @BeforeEach
  void create() throws SQLException {
    database = server.empty();
    database.run("GRANT CREATE ON SCHEMA public TO other, migrator, app");
    database.run("GRANT CREATE ON DATABASE " + database.name() + " TO app, migrator");
    as(
        "other",
        RAN.formatted("fired()", "trigger"),
        RAN.formatted("happens()", "boolean"),
        RAN.formatted("happens(x anyelement)", "boolean"));
  }

  private void as(String role, String... statements) throws SQLException {
    try (Connection connection = database.open(role)) {
      PostgresServer.run(connection, statements);
    }
  }

  private void assertRefused(String message) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.install(FunctionOptions.DEFAULT))
        .withMessageContaining(message)
        .withMessageNotContaining("ran as");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TRIGGER t BEFORE INSERT ON snowbraid_worker EXECUTE FUNCTION fired()",
        "CREATE RULE r AS ON INSERT TO snowbraid_worker DO ALSO SELECT happens()",
        "ALTER TABLE snowbraid_worker ADD d boolean;ALTER TABLE snowbraid_worker ALTER d SET"
            + " DEFAULT happens()",
        "ALTER TABLE snowbraid_worker ADD d text DEFAULT query_to_xml('select 1', true, true, '')",
        "ALTER TABLE snowbraid_worker ADD g boolean GENERATED ALWAYS AS (happens(worker)) STORED",
        "ALTER TABLE snowbraid_worker ADD CHECK (happens(worker))",
        "ALTER TABLE snowbraid_worker ENABLE ROW LEVEL SECURITY;CREATE POLICY p ON snowbraid_worker"
            + " USING (happens())",
        "CREATE INDEX i ON snowbraid_worker (happens(worker))",
        "CREATE INDEX i ON snowbraid_worker (worker) WHERE happens(worker)",
        "CREATE STATISTICS s ON happens(worker), owner FROM snowbraid_worker",
        "CREATE DOMAIN name_of_mine AS varchar(64) CHECK (happens(VALUE));ALTER TABLE"
            + " snowbraid_worker ALTER namespace TYPE name_of_mine",
        "CREATE TABLE heir (CHECK (happens(worker))) INHERITS (snowbraid_worker)",
      })
  void codeOfAnotherRoleIsRefusedBeforeItRuns(String sql) throws SQLException {
    as("other", TABLE);
    as("other", sql.split(";"));
    assertRefused(REFUSED);
  }

  @Test
  void viewIsRefused() throws SQLException {
    as("other", TABLE.replace("snowbraid_worker", "rows"));
    as("other", "CREATE VIEW snowbraid_worker AS SELECT * FROM rows WHERE happens(worker)");
    assertRefused(REFUSED);
  }

  /** Who may create triggers is not the owner, and nothing records who created one. */
  @Test
  void triggerThatAnyRoleMayHaveCreatedIsRefused() throws SQLException {
    database.run(TABLE, "GRANT TRIGGER ON snowbraid_worker TO other");
    as("other", "CREATE TRIGGER t BEFORE INSERT ON snowbraid_worker EXECUTE FUNCTION fired()");
    assertRefused(REFUSED + "trigger t on table public.snowbraid_worker, its role=other");
  }

  /** The functions read the table at each grant, so code is looked for then, too. */
  @Test
  void codeThatIsAddedLaterStopsIds() throws SQLException {
    as("other", TABLE, "GRANT ALL ON snowbraid_worker TO app");
    as("app", PostgresInstaller.script(FunctionTarget.DEFAULT));
    assertThat(database.nextId()).isPositive();
    as("other", "CREATE INDEX i ON snowbraid_worker ((worker + 1)) WHERE worker < 0");
    try (Connection repeatable = database.open("other")) {
      repeatable.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      repeatable.setAutoCommit(false);
      PostgresServer.query(repeatable, Integer.class, "SELECT 1");
      as(
          "other",
          "ALTER TABLE snowbraid_worker ENABLE ROW LEVEL SECURITY",
          "CREATE POLICY p ON snowbraid_worker USING (happens())");
      new PostgresClock(database).step(30_000);
      assertThat(PostgresServer.query(repeatable, Long.class, "SELECT next_snowflake()"))
          .hasSize(1); // it does not see the policy, so it does not read the table
    }
    new PostgresClock(database).step(30_000);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(database::nextId)
        .withMessageContaining(REFUSED);
    for (String sql : List.of("SELECT snowbraid_public.adopt(5)", uninstall())) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> as("app", sql))
          .withMessageContaining(REFUSED);
    }
  }

  private static String uninstall() {
    return PostgresInstaller.uninstallScript();
  }

  /** Constraints that only compare are not code, and code of a role with more rights may run. */
  @Test
  void tableOfAMigrationRoleWorks() throws SQLException {
    as(
        "migrator",
        TABLE,
        "ALTER TABLE snowbraid_worker ADD CHECK (worker >= -1 AND fence IS NOT NULL)",
        "ALTER TABLE snowbraid_worker ADD note integer DEFAULT 0",
        "GRANT SELECT, INSERT, UPDATE ON snowbraid_worker TO app");
    database.run(
        "CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "ALTER TABLE snowbraid_worker OWNER TO postgres",
        "CREATE TRIGGER t BEFORE INSERT ON snowbraid_worker FOR EACH ROW EXECUTE FUNCTION audit()");
    as("app", PostgresInstaller.script(FunctionTarget.DEFAULT));
    assertThat(database.nextId()).isPositive();
    database.run("DROP TRIGGER t ON snowbraid_worker");
    database.run("ALTER TABLE snowbraid_worker OWNER TO migrator");
    new PostgresClock(database).step(30_000);
    assertThat(database.nextId()).isPositive();
    as("app", PostgresInstaller.script(FunctionTarget.DEFAULT), uninstall());
  }

  /** They fit better than those of PostgreSQL, which come first only among equals. */
  @Test
  void operatorsAndFunctionsOfThePathAreNotCalled() throws SQLException {
    as(
        "other",
        RAN.formatted("same(a oid, b regnamespace)", "boolean"),
        RAN.formatted("same(a name, b text)", "boolean"),
        RAN.formatted("joined(a text, b name)", "text"),
        RAN.formatted("to_regclass(name)", "regclass"),
        RAN.formatted("quote_ident(name)", "text"),
        "CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regnamespace, FUNCTION = same)",
        "CREATE OPERATOR public.= (LEFTARG = name, RIGHTARG = text, FUNCTION = same)",
        "CREATE OPERATOR public.|| (LEFTARG = text, RIGHTARG = name, FUNCTION = joined)");
    database.install(FunctionOptions.DEFAULT);
    assertThat(database.nextId()).isPositive();
    database.run(PostgresInstaller.script(FunctionTarget.DEFAULT), uninstall());
  }

  @Test
  void functionThatAnotherRoleCouldReplaceIsRefused() throws SQLException {
    as(
        "other",
        "CREATE FUNCTION public.next_snowflake() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
        "COMMENT ON FUNCTION next_snowflake() IS 'Snowbraid functions 1 of namespace default'");
    assertRefused(
        "owner of function public.next_snowflake() has fewer rights than the installing role, and"
            + " could replace its code: owner=other");
  }

  @Test
  void innerSchemaHoldsNothingOfAnotherRole() throws SQLException {
    database.run("CREATE SCHEMA snowbraid_public", "GRANT ALL ON SCHEMA snowbraid_public TO other");
    assertRefused(
        "roles with fewer rights must not create objects in schema snowbraid_public, but other"
            + " can");
    as("other", "CREATE VIEW snowbraid_public.node AS SELECT true AS one");
    database.run("REVOKE ALL ON SCHEMA snowbraid_public FROM other");
    assertRefused(
        "schema snowbraid_public must contain nothing of a role with fewer rights, but contains"
            + " view snowbraid_public.node of other");
  }

  @Test
  void uninstallRunsNoCodeOfAnotherRole() throws SQLException {
    database.run("CREATE SCHEMA snowbraid_public AUTHORIZATION other");
    as("other", RAN.formatted("x()", "void").replace("public.x()", "snowbraid_public.give_back()"));
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(() -> SnowflakeFunctions.uninstall(database.dataSource()))
        .withMessageContaining("functions of schema snowbraid_public must belong to role")
        .withMessageNotContaining("ran as");
  }

  /** Any role can hold the lock, so the error names the session. */
  @Test
  void holderOfTheLockIsNamed() throws SQLException {
    try (Connection holder = database.open("other")) {
      holder.setAutoCommit(false);
      PostgresServer.run(holder, "SELECT pg_advisory_xact_lock(4923170356219485)");
      int pid = PostgresServer.query(holder, Integer.class, "SELECT pg_backend_pid()").get(0);
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(() -> SnowflakeFunctions.install(database.dataSource()))
          .withMessageContaining(
              "another session holds the installation lock: pid=" + pid + ", user=other")
          .withMessageContaining("pg_terminate_backend(pid)");
    }
    SnowflakeFunctions.install(database.dataSource());
    assertThat(database.query(String.class, "SHOW lock_timeout")).containsExactly("0");
  }
}
