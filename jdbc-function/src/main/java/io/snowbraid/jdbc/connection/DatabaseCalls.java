package io.snowbraid.jdbc.connection;

import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.jdbc.connection.StoreFailures.MissingTable;
import io.snowbraid.jdbc.dialect.SqlStates;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes one source's calls to its tables. Remembers the database address, the schema in which the
 * tables were found, and whether they have been seen.
 *
 * @param <S> the tables, over one connection
 */
public final class DatabaseCalls<S extends DatabaseCalls.Tables> {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** Attempts of {@link #last} while the database is being closed, which takes 0.4 s in all. */
  private static final int LAST_CALLS = 5;

  private static final long LAST_CALLS_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long to wait for a table that another process creates. */
  private static final Duration MAX_WAIT_FOR_TABLE = Duration.ofSeconds(10);

  private static final long TABLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final DataSource dataSource;
  private final StoreFailures failures;
  private final String name;
  private final FirstUse firstUse;
  private final Work<BorrowedConnection, S> opening;
  private final MonotonicTime time;

  private final AtomicBoolean hasSeenTables = new AtomicBoolean();

  /** The database address for messages; null before the first connection. */
  private final AtomicReference<@Nullable String> address = new AtomicReference<>();

  private final QualifiedNames names = new QualifiedNames();

  /** A source's tables. */
  public interface Tables {
    void createIfMissing() throws SQLException;
  }

  /** Work over one connection. */
  public interface Work<C, T> {
    T apply(C connection) throws SQLException;
  }

  /**
   * What to do about a missing table that was never seen. A table that disappears later was lost.
   */
  public enum FirstUse {
    /** Create the table. */
    CREATES,
    /** Wait ten seconds for another process to create the table. */
    AWAITS,
    /** Fail. */
    REQUIRES
  }

  /**
   * Creates the calls of one source.
   *
   * @param failures the source's failures
   * @param name the tables' names and further distinctions, for messages
   * @param opening opens the tables over a connection
   */
  public DatabaseCalls(
      DataSource dataSource,
      StoreFailures failures,
      String name,
      FirstUse firstUse,
      Work<BorrowedConnection, S> opening) {
    this(dataSource, failures, name, firstUse, opening, MonotonicTime.SYSTEM);
  }

  /** Creates calls with another clock for waiting. */
  DatabaseCalls(
      DataSource dataSource,
      StoreFailures failures,
      String name,
      FirstUse firstUse,
      Work<BorrowedConnection, S> opening,
      MonotonicTime time) {
    this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    this.failures = failures.at(this::place);
    this.name = name;
    this.firstUse = firstUse;
    this.opening = opening;
    this.time = time;
  }

  /** Returns the database address without secrets; empty before the first connection. */
  public Optional<String> address() {
    return Optional.ofNullable(address.get());
  }

  /** Returns the tables and the database, if known. */
  public String place() {
    String database = address.get();
    return name + (database == null ? "" : ", database=" + database);
  }

  /**
   * Runs work on the tables, which may be missing on first use. Once they have been seen, a missing
   * table is an error, because the record of issued ids or numbers is lost with it.
   */
  public <T> T use(TimeLimit limit, Work<S, T> work) {
    boolean mayBeMissing = firstUse != FirstUse.REQUIRES && !hasSeenTables.get();
    Deadline deadline = Deadline.after(MAX_WAIT_FOR_TABLE, time);
    while (true) {
      try {
        T result = call(limit, work);
        hasSeenTables.set(true);
        return result;
      } catch (RuntimeException e) {
        if (!mayBeMissing || !(e instanceof MissingTable)) {
          throw e;
        }
        LOGGER.log(System.Logger.Level.DEBUG, "table is not there yet", e);
      }
      if (firstUse == FirstUse.CREATES) {
        create();
        mayBeMissing = false;
      } else {
        time.await(Math.min(TABLE_PAUSE_NANOS, deadline.remainingNanos()));
        mayBeMissing = !deadline.isOver();
      }
    }
  }

  /** Creates missing tables, whatever {@link FirstUse} says. */
  public void create() {
    call(
        TimeLimit.DDL,
        tables -> {
          tables.createIfMissing();
          return true;
        });
  }

  /** Runs work on tables that must exist. */
  public <T> T call(TimeLimit limit, Work<S, T> work) {
    return TimedCall.run(dataSource, limit, failures, borrowed -> work.apply(open(borrowed)));
  }

  private S open(BorrowedConnection borrowed) throws SQLException {
    borrowed.lookUpIn(names);
    if (address.get() == null) {
      address.set(borrowed.address());
    }
    return opening.apply(borrowed);
  }

  /**
   * Makes a call that releases or returns something, and retries if the database was closed under
   * its connection: H2 closes its files as soon as the JVM shuts down, and opens them for the next
   * call.
   *
   * @param call must be safe to repeat
   */
  public static <T> T last(Supplier<T> call) {
    for (int attempt = 1; attempt < LAST_CALLS; attempt++) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        if (!SqlStates.isDatabaseClosed(e)) {
          throw e;
        }
        LockSupport.parkNanos(LAST_CALLS_PAUSE_NANOS);
      }
    }
    return call.get();
  }
}
