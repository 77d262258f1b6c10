package io.snowbraid.benchmarks;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
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

/**
 * Measures what ids cost in SQL, over one connection to an in-memory database of the same process.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class SqlBenchmark {

  static final int ROWS = 20_000;

  /** The measured database. */
  @Param public SqlDatabase database = SqlDatabase.H2;

  /** What generates the ids. */
  @Param public SqlIdStrategy issuer = SqlIdStrategy.SNOWFLAKE;

  private final Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(0)).build();

  /** The resources that are open during the measurements. */
  private record Open(
      Connection connection,
      Statement statement,
      PreparedStatement one,
      PreparedStatement set,
      PreparedStatement insert) {}

  private @Nullable Open open;

  /** Opens the database and creates what the statements need. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    Connection connection = DriverManager.getConnection(database.url());
    Statement statement = connection.createStatement();
    SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withGenerator(generator));
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

  /** Provides an empty table for each insert; otherwise later inserts would find larger indexes. */
  @State(Scope.Benchmark)
  public static class EmptyTable {

    /** Empties the table; this is not measured. */
    @Setup(Level.Invocation)
    public void empty(SqlBenchmark benchmark) throws SQLException {
      benchmark.opened().statement.execute("DELETE FROM T");
    }
  }

  /** Generates one id per statement. */
  @Benchmark
  public @Nullable Object one() throws SQLException {
    return last(opened().one);
  }

  /** Generates an id for each of many rows. */
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
