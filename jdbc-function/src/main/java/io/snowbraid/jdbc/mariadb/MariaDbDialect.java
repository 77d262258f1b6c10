package io.snowbraid.jdbc.mariadb;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/** The dialect of MariaDB and MySQL, whose functions decode ids but cannot issue them. */
public final class MariaDbDialect extends DatabaseDialect {

  /** The codes of a read-only server, transaction or engine. */
  private static final Set<Integer> READ_ONLY_SERVER = Set.of(1290, 1792, 1836);

  /** Creates the dialect of MariaDB and MySQL. */
  public MariaDbDialect() {
    super("MariaDB", "MySQL");
  }

  @Override
  public String clock() {
    return "utc_timestamp(3)"; // the standard's clock has no time zone here
  }

  @Override
  public Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }

  @Override
  public String state(SQLException e) {
    return READ_ONLY_SERVER.contains(e.getErrorCode()) ? READ_ONLY : super.state(e);
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
