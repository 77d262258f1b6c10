package io.snowbraid.jdbc.dialect.derby;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.internal.DatabaseName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The dialect of Derby.. */
public final class DerbyDialect extends DatabaseDialect {

  private static final String SERVER = "jdbc:derby://.*";

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
  public String clockQuery() {
    return "values " + clock();
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
  public Optional<String> localName(Connection connection) throws SQLException {
    String name = DatabaseName.of(connection);
    return name.matches(SERVER) ? Optional.empty() : Optional.of(name);
  }
}
