package io.snowbraid.jdbc.mariadb;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverMethods;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/** The dialect of MariaDB and MySQL, whose functions decode ids but cannot generate them. */
public final class MariaDbDialect extends DatabaseDialect {

  private static final String MYSQL = "MySQL";

  /** A part of the version that TiDB reports as MySQL. */
  private static final String TIDB = "TiDB";

  /** The codes of a read-only server, transaction or engine. */
  private static final Set<Integer> READ_ONLY_SERVER = Set.of(1290, 1792, 1836);

  /** The codes of a missing privilege: on a database, a table, a column, or in general. */
  private static final Set<Integer> DENIED_ACCESS = Set.of(1044, 1142, 1143, 1227);

  /** The codes of a row lock timeout and a statement timeout. */
  private static final Set<Integer> TIMEOUTS = Set.of(1205, 1969);

  private static final int IN_TRANSACTION = 1;

  private static final Set<Integer> DUPLICATE_KEY = Set.of(1062, 1586);

  /** Creates the dialect of MariaDB and MySQL. */
  public MariaDbDialect() {
    super("MariaDB", MYSQL);
  }

  @Override
  public Optional<String> untestedDatabase(Connection connection) throws SQLException {
    DatabaseMetaData database = connection.getMetaData();
    if (!database.getDatabaseProductName().equalsIgnoreCase(MYSQL)) {
      return Optional.empty();
    }
    return Optional.of(database.getDatabaseProductVersion().contains(TIDB) ? TIDB : MYSQL);
  }

  @Override
  public String clock() {
    return "utc_timestamp(3)"; // the standard's clock has no time zone here
  }

  @Override
  public Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }

  /** The driver calls a schema a catalog. */
  @Override
  public Optional<String> currentSchema(Connection connection) throws SQLException {
    return Optional.ofNullable(connection.getCatalog());
  }

  @Override
  protected String standardState(SQLException e) {
    if (READ_ONLY_SERVER.contains(e.getErrorCode())) {
      return READ_ONLY;
    }
    if (DENIED_ACCESS.contains(e.getErrorCode())) {
      return DENIED;
    }
    if (TIMEOUTS.contains(e.getErrorCode())) {
      return TIMED_OUT;
    }
    boolean isOtherConstraint =
        super.standardState(e).startsWith("23") && !DUPLICATE_KEY.contains(e.getErrorCode());
    return isOtherConstraint ? CONSTRAINT : super.standardState(e);
  }

  /**
   * The server reports with each answer whether a transaction that has used a table is open. Errors
   * lack this report: after one, the driver assumes an open transaction.
   */
  @Override
  public Optional<Boolean> hasUncommittedWork(Connection connection) throws SQLException {
    if (isInTransaction(connection).orElse(false)) {
      try (Statement answer = connection.createStatement()) {
        answer.execute("do 1");
      }
    }
    return isInTransaction(connection);
  }

  private static Optional<Boolean> isInTransaction(Connection connection) {
    return DriverMethods.of(
            connection, "org.mariadb.jdbc.Connection", "getContext", "getServerStatus")
        .map(status -> status instanceof Integer flags && (flags & IN_TRANSACTION) != 0);
  }

  @Override
  protected String scriptSuffix() {
    return "-mariadb";
  }

  @Override
  protected boolean hasIfNotExists() {
    return true;
  }

  @Override
  public boolean canIssue() {
    return false;
  }

  @Override
  public Optional<String> script(FunctionTarget target) {
    return Optional.of(MariaDbDecoders.of(target.layout()));
  }
}
