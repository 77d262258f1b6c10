package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.OtherTables;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests tables and functions of other versions. */
@Tag("slow")
class PostgresOtherVersionsTest extends PostgresTestCase {

  @BeforeEach
  void create() throws SQLException {
    database = server.empty();
  }

  @Test
  void laterTablesAreUsable() throws Exception {
    new OtherTables(database.dataSource()).requireLaterTablesAreUsable();
  }

  @Test
  void missingColumnsOfEarlierTablesAreNamed() throws Exception {
    new OtherTables(database.dataSource()).requireMissingColumnsAreNamed();
  }

  /** Neither if one of them is missing, nor if only the objects that they use are left. */
  @ParameterizedTest
  @ValueSource(
      strings = {"COMMENT ON FUNCTION next_snowflake()", "COMMENT ON SCHEMA snowbraid_public"})
  void laterFunctionsAreNotReplaced(String comment) throws SQLException {
    database.install(FunctionOptions.DEFAULT);
    database.run(
        comment + " IS 'Snowbraid functions 999 of namespace default'",
        "DROP FUNCTION snowflake_time(bigint) CASCADE");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> database.run(PostgresInstaller.script(FunctionTarget.DEFAULT)))
        .withMessageContaining("functions of later version 999 must not be replaced by version ")
        .withMessageContaining("Upgrade Snowbraid in this process.");
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(
            () -> SnowflakeFunctions.install(database.dataSource(), FunctionOptions.DEFAULT))
        .withMessageContaining("functions of later version 999 must not be replaced");
    database.run(PostgresInstaller.uninstallScript());
    database.install(FunctionOptions.DEFAULT);
    assertThat(database.nextId()).isPositive();
  }
}
