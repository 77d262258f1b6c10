package io.snowbraid.server.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.snowbraid.jdbc.JdbcKeyedStore;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.dialect.SqlStates;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where workers and segments are kept. Closing it closes the connections that it needs.
 *
 * @param keyed opens the store of numbers per key, which is closed separately
 * @param database connects to the database; null if there is none
 */
public record Store(
    WorkerSource workers,
    SegmentSource segments,
    Supplier<KeyedStore> keyed,
    @Nullable DataSource database,
    Runnable end)
    implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 6;
  private static final int CONNECT_MILLIS = 5_000;

  /** Opens a store of one machine, which needs no database. */
  public static Store directory(Path data) {
    return new Store(
        WorkerSource.file(data.resolve("workers")),
        SegmentSource.file(data.resolve("segments")),
        () -> KeyedStore.file(data.resolve("sequences")),
        null,
        () -> {});
  }

  /**
   * Opens a store that several servers may share.
   *
   * @throws StoreUnreachableException if the database cannot be reached, or rejects the login
   * @throws IllegalArgumentException if the URL is wrong, or its driver is missing
   */
  public static Store database(String url, @Nullable String user, @Nullable String password) {
    HikariDataSource pool = connect(url, user, password);
    return new Store(
        JdbcWorkerSource.of(pool),
        JdbcSegmentSource.of(pool),
        () -> JdbcKeyedStore.of(pool),
        pool,
        pool::close);
  }

  /** Lets the pool drop connections of a database that was closed, as another process may do. */
  private static final class ClosedDatabase implements SQLExceptionOverride {

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
      return SqlStates.isClosed(failure)
          ? SQLExceptionOverride.Override.MUST_EVICT
          : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
  }

  private static HikariDataSource connect(
      String url, @Nullable String user, @Nullable String password) {
    HikariConfig config = new HikariConfig();
    try {
      config.setJdbcUrl(url);
      config.setUsername(user);
      config.setPassword(password);
      config.setMaximumPoolSize(MAX_CONNECTIONS);
      config.setConnectionTimeout(CONNECT_MILLIS);
      config.setExceptionOverride(new ClosedDatabase());
      return new HikariDataSource(config);
    } catch (PoolInitializationException e) {
      throw new StoreUnreachableException(
          "store must be reachable: " + describe(url, e), DatabaseAddress.hideSecrets(e));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "store must be the JDBC URL of H2, PostgreSQL or MariaDB: " + describe(url, e),
          DatabaseAddress.hideSecrets(e));
    }
  }

  /** Returns a store with other segments. */
  Store withSegments(SegmentSource others) {
    return new Store(workers, others, keyed, database, end);
  }

  /** Returns whether several servers may use it. */
  boolean isShared() {
    return database != null;
  }

  private static String describe(String url, Throwable cause) {
    return "store="
        + DatabaseAddress.withoutSecrets(url)
        + ", cause="
        + DatabaseAddress.hideSecrets(String.valueOf(cause.getMessage()), url);
  }

  @Override
  public void close() {
    end.run();
  }
}
