package io.snowbraid.jdbc.dialect;

import io.snowbraid.jdbc.FunctionInstallException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Installs functions in the current schema of a database that stores them. */
public abstract class StoredFunctionInstaller implements FunctionInstaller {

  /**
   * Attempts to read the catalogue while other sessions change it: for 0.4 s, or 8 s in all if
   * another session also creates the function.
   */
  private static final int READS = 20;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final DatabaseDialect dialect;
  private final Connection connection;

  /**
   * A stored function that a Java method implements.
   *
   * @param name its name as spelled in the database's catalogue
   * @param implementation the Java class or method as spelled in the catalogue
   * @param ddl the statement that creates it
   */
  public record FunctionDdl(String name, String implementation, String ddl) {

    private static final Pattern NAME =
        Pattern.compile("CREATE (?:ALIAS IF NOT EXISTS|FUNCTION) (\\w+)");

    private static final Pattern METHOD = Pattern.compile(" (?:FOR|EXTERNAL NAME) '([^']+)'$");

    /**
     * Reads a script's statements, each of which ends with a semicolon at the end of a line.
     *
     * @param script the script
     * @param withoutMethod what the catalogue shows for functions that call no Java method
     */
    public static List<FunctionDdl> read(String script, String withoutMethod) {
      return Stream.of(script.split(";\n", -1))
          .filter(statement -> !statement.isBlank())
          .map(statement -> of(statement, withoutMethod))
          .toList();
    }

    private static FunctionDdl of(String statement, String withoutMethod) {
      Matcher name = NAME.matcher(statement);
      if (!name.lookingAt()) {
        throw new IllegalStateException("statement must create a function: " + statement);
      }
      Matcher method = METHOD.matcher(statement);
      return new FunctionDdl(
          name.group(1), method.find() ? method.group(1) : withoutMethod, statement);
    }
  }

  public StoredFunctionInstaller(DatabaseDialect dialect, Connection connection) {
    this.dialect = dialect;
    this.connection = connection;
  }

  public final Connection connection() {
    return connection;
  }

  /** Returns all required functions. */
  public abstract List<FunctionDdl> functions() throws SQLException;

  /** Returns a query for the names and implementations of the functions in the current schema. */
  public abstract String catalogue() throws SQLException;

  /** Returns the requirement for creating a function in this database. */
  public abstract String requirement();

  /** Installs missing functions. If none is missing, requires no privileges and commits nothing. */
  @Override
  public final void install() throws SQLException {
    if (isInstalled()) {
      return;
    }
    dialect.awaitTurnToCreate(connection);
    for (FunctionDdl function : functions()) {
      create(function);
    }
  }

  private void create(FunctionDdl function) throws SQLException {
    if (installed().containsKey(function.name())) {
      return;
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(getClass().getClassLoader()); // else the driver's may be used
    try (Statement statement = connection.createStatement()) {
      statement.execute(function.ddl());
    } catch (SQLException e) {
      if (!isCreatedByAnother(function)) {
        if (SqlStates.isReadOnly(dialect.state(e))) {
          throw e;
        }
        throw new FunctionInstallException(
            "SQL functions could not be installed: "
                + e.getMessage()
                + "; creating them requires "
                + requirement(),
            e);
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws FunctionInstallException if one of the names is already in use
   */
  @Override
  public boolean isInstalled() throws SQLException {
    Map<String, String> installed = installed();
    boolean complete = true;
    for (FunctionDdl function : functions()) {
      String implementation = installed.get(function.name());
      complete &= implementation != null;
      if (implementation != null && !implementation.equals(function.implementation())) {
        throw new FunctionInstallException(
            "function "
                + function.name()
                + " already exists, as an alias of "
                + implementation
                + "; drop it first",
            null);
      }
    }
    return complete;
  }

  /**
   * Returns whether another session created the function. The catalogue may show it with a delay.
   */
  private boolean isCreatedByAnother(FunctionDdl function) throws SQLException {
    for (int read = 1; !installed().containsKey(function.name()); read++) {
      if (read == READS) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }

  private Map<String, String> installed() throws SQLException {
    for (int read = 1; ; read++) {
      try {
        return catalogued();
      } catch (SQLException e) {
        if (read == READS || !isCatalogueChanging(e)) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Returns whether reading the catalogue failed because another session is changing it. */
  protected boolean isCatalogueChanging(SQLException e) {
    return false;
  }

  private Map<String, String> catalogued() throws SQLException {
    Map<String, String> installed = new HashMap<>();
    try (PreparedStatement query = connection.prepareStatement(catalogue());
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        installed.put(rows.getString(1), String.valueOf(rows.getString(2)));
      }
    }
    return installed;
  }
}
