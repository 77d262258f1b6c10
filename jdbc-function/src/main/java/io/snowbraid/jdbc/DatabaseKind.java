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
import java.util.Set;

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
  POSTGRESQL("postgresql") {
    @Override
    void requireOnlyTable(Connection connection, String table) throws SQLException {
      PostgresWorkerTables.requireOnly(connection, table);
    }
  },
  MARIADB("mariadb") {
    @Override
    String clock() {
      return "utc_timestamp(3)"; // the standard's one has no time zone here
    }

    @Override
    Instant instant(ResultSet row, int column) throws SQLException {
      return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }

    @Override
    String state(SQLException e) {
      return READ_ONLY_SERVER.contains(e.getErrorCode()) ? READ_ONLY : super.state(e);
    }
  },
  HSQLDB("standard") {
    private static final int NOT_FOUND = -5501;

    @Override
    void awaitTurnToCreate(Connection connection) throws SQLException {
      HsqldbSessions.awaitEndOfTransactions(connection);
    }

    @Override
    boolean boundsNetwork() {
      return false;
    }

    @Override
    String clockQuery() {
      return "values " + clock();
    }

    /** One code says that something is missing and that it is not for this user. */
    @Override
    String state(SQLException e) {
      return e.getErrorCode() == NOT_FOUND ? NO_TABLE : super.state(e);
    }

    @Override
    void force(Connection connection) throws SQLException {
      try (Statement immediate = connection.createStatement()) {
        immediate.execute("set files write delay false"); // by default half a second later
      } catch (SQLException e) {
        if (!"42507".equals(e.getSQLState())) { // administrators only
          throw e;
        }
      }
    }
  },
  DERBY("standard") {
    @Override
    boolean heedsInterrupts() {
      return true; // it cannot cancel
    }

    @Override
    boolean boundsNetwork() {
      return false;
    }

    @Override
    String clockQuery() {
      return "values " + clock();
    }
  },
  SQLITE("standard") {
    @Override
    String clock() {
      return "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"; // the standard's one shows whole seconds
    }

    @Override
    Instant instant(ResultSet row, int column) throws SQLException {
      return Instant.parse(row.getString(column));
    }

    /** SQLite has codes of its own. */
    @Override
    String state(SQLException e) {
      return switch (e.getErrorCode()) {
        case 1 -> message(e).contains("no such table") ? NO_TABLE : super.state(e);
        case 5, 6 -> ROLLED_BACK; // busy, locked
        case 8 -> READ_ONLY;
        case 19 -> CONSTRAINT;
        default -> super.state(e);
      };
    }
  },
  DUCKDB("standard") {
    /** DuckDB has no codes. */
    @Override
    String state(SQLException e) {
      String message = message(e);
      if (message.startsWith("Catalog Error: Table with name")) {
        return NO_TABLE;
      }
      if (message.startsWith("TransactionContext Error")) {
        return ROLLED_BACK;
      }
      if (message.contains("read-only mode")) {
        return READ_ONLY;
      }
      return message.startsWith("Constraint Error") ? CONSTRAINT : super.state(e);
    }
  },
  OTHER("standard");

  /** As PostgreSQL says it. */
  private static final String NO_TABLE = "42P01";

  private static final String ROLLED_BACK = "40001";
  private static final String READ_ONLY = "25006";

  /** MariaDB's codes for a server, a transaction or an engine that can be read only. */
  private static final Set<Integer> READ_ONLY_SERVER = Set.of(1290, 1792, 1836);

  private static final String CONSTRAINT = "23000";

  private final String script;

  DatabaseKind(String script) {
    this.script = script;
  }

  static DatabaseKind of(Connection connection) throws SQLException {
    return switch (connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT)) {
      case "h2" -> H2;
      case "postgresql" -> POSTGRESQL;
      case "mariadb", "mysql" -> MARIADB;
      case "hsql database engine" -> HSQLDB;
      case "apache derby" -> DERBY;
      case "sqlite" -> SQLITE;
      case "duckdb" -> DUCKDB;
      default -> OTHER;
    };
  }

  /** An expression for the database's clock. */
  String clock() {
    return "current_timestamp";
  }

  private static String message(SQLException e) {
    return Objects.requireNonNullElse(e.getMessage(), "");
  }

  /**
   * Whether the driver can bound how long the network may take. If it cannot, a pool drops the
   * connection on which it was asked.
   */
  boolean boundsNetwork() {
    return true;
  }

  /** Reads the clock and no table. */
  String clockQuery() {
    return "select " + clock();
  }

  /** The standard's code for a failure, or an empty text. */
  String state(SQLException e) {
    return Objects.requireNonNullElse(e.getSQLState(), "");
  }

  /** Reads what the clock showed. */
  Instant instant(ResultSet row, int column) throws SQLException {
    return row.getTimestamp(column).toInstant();
  }

  /** Makes what was committed outlive a crash, where committing does not. */
  void force(Connection connection) throws SQLException {}

  /** Whether an interrupt ends a statement that hangs, at the cost of its connection alone. */
  boolean heedsInterrupts() {
    return false;
  }

  /** Waits until creating a table or function holds up nobody else; fails if that lasts. */
  void awaitTurnToCreate(Connection connection) throws SQLException {}

  /** Refuses a second table where it would give the worker of SQL functions to another. */
  void requireOnlyTable(Connection connection, String table) throws SQLException {}

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
