package io.snowbraid.server.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.snowbraid.jdbc.JdbcKeyedStore;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    createPrivately(data);
    return new Store(
        WorkerSource.file(data.resolve("workers")),
        SegmentSource.file(data.resolve("segments")),
        () -> KeyedStore.file(data.resolve("sequences")),
        null,
        () -> {});
  }

  /** Creates a directory that no other user of the machine can read; one that exists stays. */
  private static void createPrivately(Path data) {
    boolean isPosix = data.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!isPosix || Files.exists(data)) {
      return;
    }
    try {
      Files.createDirectories(
          data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "data must be a directory that can be created: data="
              + data
              + ", cause="
              + e
              + "; correct the path or its owner",
          e);
    }
  }

  /**
   * Opens a store that several servers may share.
   *
   * @throws StoreUnreachableException if the database cannot be reached
   * @throws IllegalArgumentException if the URL is wrong, its driver is missing, or the database
   *     rejects the login
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

  private static HikariDataSource connect(
      String url, @Nullable String user, @Nullable String password) {
    HikariConfig config = new HikariConfig();
    try {
      config.setJdbcUrl(url);
      config.setUsername(user);
      config.setPassword(password);
      config.setMaximumPoolSize(MAX_CONNECTIONS);
      config.setConnectionTimeout(CONNECT_MILLIS);
      return new HikariDataSource(config);
    } catch (PoolInitializationException e) {
      if (isLoginRejected(e)) {
        throw new IllegalArgumentException(
            "store must accept its user: "
                + describe(url, e)
                + "; correct store-user and store-password",
            DatabaseAddress.hideSecrets(e));
      }
      throw new StoreUnreachableException(
          "store must be reachable: " + describe(url, e), DatabaseAddress.hideSecrets(e));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "store must be the JDBC URL of H2, PostgreSQL or MariaDB: " + describe(url, e),
          DatabaseAddress.hideSecrets(e));
    }
  }

  /** Returns whether trying again helps nothing: SQLSTATE 28 is for what the database rejects. */
  private static boolean isLoginRejected(PoolInitializationException failure) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException rejected
          && String.valueOf(rejected.getSQLState()).startsWith("28")) {
        return true;
      }
    }
    return false;
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
