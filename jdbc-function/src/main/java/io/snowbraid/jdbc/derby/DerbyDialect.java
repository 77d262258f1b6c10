package io.snowbraid.jdbc.derby;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.DriverMethods;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.internal.DatabaseName;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Optional;

/** The dialect of Derby. Internal. */
@SuppressWarnings("exports") // public only for the list of dialects
public final class DerbyDialect extends DatabaseDialect {

  private static final String SERVER = "jdbc:derby://.*";

  private static final String DRIVER = "org.apache.derby.impl.jdbc.EmbedConnection";

  /** Creates the dialect of Derby, embedded or as a server. */
  public DerbyDialect() {
    super("Apache Derby");
  }

  @Override
  public boolean honorsInterrupts() {
    return true; // it cannot cancel
  }

  @Override
  public boolean boundsNetwork() {
    return false;
  }

  @Override
  public Optional<Boolean> hasUncommittedWork(Connection connection) {
    return DriverMethods.of(
            connection, DRIVER, "getLanguageConnection", "getTransactionExecute", "isPristine")
        .map(Boolean.FALSE::equals);
  }

  @Override
  public String clockQuery() {
    return "values " + clock();
  }

  /**
   * Reads a local time without a zone, which is all that Derby can say. In the hour that is
   * repeated when summer time ends, it means two instants; the one nearer to this machine's clock
   * is taken, which is Derby's own clock unless Derby is a server.
   */
  @Override
  public Instant instant(ResultSet row, int column) throws SQLException {
    LocalDateTime local = row.getTimestamp(column).toLocalDateTime();
    return nearest(local, ZoneId.systemDefault(), Instant.now());
  }

  /** Returns what a local time means, of two instants the one nearer to the given one. */
  static Instant nearest(LocalDateTime local, ZoneId zone, Instant other) {
    return zone.getRules().getValidOffsets(local).stream()
        .map(local::toInstant)
        .min(Comparator.comparing(instant -> Duration.between(instant, other).abs()))
        .orElseGet(() -> local.atZone(zone).toInstant()); // a time that was skipped
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target) {
    return new DerbyInstaller(this, connection);
  }

  @Override
  public Optional<String> script(FunctionTarget target) {
    return Optional.of(DerbyInstaller.script());
  }

  @Override
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    String name = DatabaseName.of(connection);
    if (name.matches(SERVER)) {
      return Optional.empty();
    }
    return name.startsWith("jdbc:derby:memory:")
        ? DriverMethods.of(connection, DRIVER, "getLanguageConnection", "getDatabase")
            .map(engine -> LocalDatabase.inMemory(name, engine, DerbyDialect::isClosed))
        : Optional.of(LocalDatabase.lasting(name));
  }

  private static boolean isClosed(Object database) {
    return DriverMethods.call(database, "isActive").equals(Optional.of(false));
  }
}
