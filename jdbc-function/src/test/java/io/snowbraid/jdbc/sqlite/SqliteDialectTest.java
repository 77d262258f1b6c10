package io.snowbraid.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.dialect.SqlStates;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class SqliteDialectTest {

  /** The second code is what a session gets whose cached schema is older than the table. */
  @ParameterizedTest
  @EnumSource(names = {"SQLITE_ERROR", "SQLITE_SCHEMA"})
  void missingTableIsRecognizedEvenIfAnotherSessionCreatesIt(SQLiteErrorCode code) {
    SQLiteException failure = new SQLiteException("no such table: snowbraid_worker", code);
    assertThat(SqlStates.isNoTable(new SqliteDialect().state(failure))).isTrue();
  }
}
