package io.snowbraid.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Objects;

/** Where databases differ. */
enum DatabaseKind {
  H2("h2") {
    private static final int ADMINISTRATORS_ONLY = 90040;

    @Override
    void force(Connection connection) throws SQLException {
      try (Statement checkpoint = connection.createStatement()) {
        checkpoint.execute("checkpoint sync"); // a commit alone is written half a second later
      } catch (SQLException e) {
        if (e.getErrorCode() != ADMINISTRATORS_ONLY) {
          throw e;
        }
      }
    }
  },
  POSTGRESQL("postgresql"),
  MARIADB("mariadb") {
    @Override
    String clock() {
      return "utc_timestamp(3)"; // the standard's one has no time zone here
    }

    @Override
    Instant instant(ResultSet row, int column) throws SQLException {
      return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }
  },
  OTHER("standard");

  private final String script;

  DatabaseKind(String script) {
    this.script = script;
  }

  static DatabaseKind of(Connection connection) throws SQLException {
    return switch (connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT)) {
      case "h2" -> H2;
      case "postgresql" -> POSTGRESQL;
      case "mariadb", "mysql" -> MARIADB;
      default -> OTHER;
    };
  }

  /** An expression for the database's clock. */
  String clock() {
    return "current_timestamp";
  }

  /** Reads what the clock showed. */
  Instant instant(ResultSet row, int column) throws SQLException {
    return row.getTimestamp(column).toInstant();
  }

  /** Makes what was committed outlive a crash, where committing does not. */
  void force(Connection connection) throws SQLException {}

  /** The statement that creates the table. */
  String ddl(String table) {
    String resource = "snowbraid_worker-" + script + ".sql";
    try (InputStream stream =
        Objects.requireNonNull(DatabaseKind.class.getResourceAsStream(resource), resource)) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return text.strip().replaceFirst(";$", "").replace(JdbcWorkerSource.DEFAULT_TABLE, table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
