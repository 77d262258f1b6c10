package io.snowbraid.benchmarks;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.worker.WorkerSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What ids cost in SQL, over one connection to a database in memory of the same process. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class SqlBenchmark {

  static final int ROWS = 20_000;

  /** Where. */
  @Param public SqlDatabase database = SqlDatabase.H2;

  /** By what. */
  @Param public SqlIdStrategy issuer = SqlIdStrategy.SNOWFLAKE;

  private final Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(0)).build();

  /** What is open between the first and the last measurement. */
  private record Open(
      Connection connection,
      Statement statement,
      PreparedStatement one,
      PreparedStatement set,
      PreparedStatement insert) {}

  private @Nullable Open open;

  /** Opens the database and makes what the statements need. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    Connection connection = DriverManager.getConnection(database.url());
    Statement statement = connection.createStatement();
    SnowflakeFunctions.install(connection, generator);
    if (database.has(SqlIdStrategy.SEQUENCE)) {
      statement.execute("CREATE SEQUENCE S START WITH 1");
    }
    statement.execute(database.table(issuer));
    if (database.needsRows()) {
      fillRows(connection, statement);
    }
    open =
        new Open(
            connection,
            statement,
            connection.prepareStatement(database.one(issuer)),
            connection.prepareStatement(database.set(issuer)),
            connection.prepareStatement(database.insert(issuer)));
  }

  private Open opened() {
    return Objects.requireNonNull(open, "open");
  }

  private static void fillRows(Connection connection, Statement statement) throws SQLException {
    statement.execute("CREATE TABLE R (X INTEGER)");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO R VALUES (?)")) {
      for (int i = 1; i <= ROWS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** An empty table for each insert: later ones would meet larger indexes. */
  @State(Scope.Benchmark)
  public static class EmptyTable {

    /** Empties it, which is not measured. */
    @Setup(Level.Invocation)
    public void empty(SqlBenchmark benchmark) throws SQLException {
      benchmark.opened().statement.execute("DELETE FROM T");
    }
  }

  /** Takes an id with a statement of its own. */
  @Benchmark
  public @Nullable Object one() throws SQLException {
    return last(opened().one);
  }

  /** Takes an id for each of many rows. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public @Nullable Object set() throws SQLException {
    return last(opened().set);
  }

  /** Inserts many rows. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int insert(EmptyTable table) throws SQLException {
    return opened().insert.executeUpdate();
  }

  private static @Nullable Object last(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      @Nullable Object last = null;
      while (rows.next()) {
        last = rows.getObject(1);
      }
      return last;
    }
  }

  /** Closes the database. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    opened().connection.close();
    generator.close();
  }
}
