package io.snowbraid.server.program;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.jdbc.keyed.JdbcKeyedStore;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The store of workers and segments. Closing it closes its connections.
 *
 * @param keyed the store of numbers per key
 * @param database connects to the database; null if there is none
 */
public record Store(
    WorkerSource workers,
    SegmentSource segments,
    KeyedStore keyed,
    @Nullable DataSource database,
    Runnable end)
    implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 6;
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);
  private static final Duration MAX_LIFETIME = Duration.ofMinutes(30);

  /** Opens a store for a single machine, without a database. */
  public static Store directory(Path data) {
    createPrivately(data);
    return new Store(
        WorkerSource.file(data.resolve("workers")),
        SegmentSource.file(data.resolve("segments")),
        KeyedStore.file(data.resolve("sequences")),
        null,
        () -> {});
  }

  /**
   * Creates a directory that other users of the machine cannot read; an existing one is unchanged.
   */
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
          "data must be a directory that exists or can be created: data="
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
   * @throws IllegalArgumentException if the URL is invalid, its driver is missing, or the database
   *     rejects the login
   */
  public static Store database(String url, @Nullable String user, @Nullable String password) {
    AgroalDataSource pool = connect(url, user, password);
    return new Store(
        JdbcWorkerSource.of(pool),
        JdbcSegmentSource.of(pool),
        JdbcKeyedStore.of(pool),
        pool,
        pool::close);
  }

  /**
   * Opens a pool with one connection. The pool connects on demand, so it uses a database again as
   * soon as that is back. It tests connections before use, because drivers report broken
   * connections differently.
   */
  private static AgroalDataSource connect(
      String url, @Nullable String user, @Nullable String password) {
    try {
      AgroalDataSource pool = AgroalDataSource.from(settings(url, user, password));
      try {
        pool.getConnection().close();
        return pool;
      } catch (SQLException | RuntimeException e) {
        pool.close();
        throw e;
      }
    } catch (SQLException e) {
      throw unconnected(url, user, e);
    } catch (RuntimeException e) {
      throw wrongUrl(url, e);
    }
  }

  private static AgroalDataSourceConfigurationSupplier settings(
      String url, @Nullable String user, @Nullable String password) {
    return new AgroalDataSourceConfigurationSupplier()
        .connectionPoolConfiguration(
            pool ->
                pool.maxSize(MAX_CONNECTIONS)
                    .acquisitionTimeout(MAX_WAIT)
                    .maxLifetime(MAX_LIFETIME)
                    .validateOnBorrow(true)
                    .connectionValidator(
                        ConnectionValidator.defaultValidatorWithTimeout(
                            Math.toIntExact(MAX_WAIT.toSeconds())))
                    .connectionFactoryConfiguration(
                        connections ->
                            connections
                                .jdbcUrl(url)
                                .loginTimeout(MAX_WAIT)
                                .principal(user == null ? null : new NamePrincipal(user))
                                .credential(
                                    password == null ? null : new SimplePassword(password))));
  }

  private static RuntimeException unconnected(
      String url, @Nullable String user, SQLException failure) {
    if (Causes.isLoginRejected(failure)) {
      return new IllegalArgumentException(
          "login was rejected: user="
              + user
              + ", "
              + describe(url, failure)
              + "; correct store-user and store-password",
          DatabaseAddress.hideSecrets(failure));
    }
    return new StoreUnreachableException(
        "store must be reachable: " + describe(url, failure), DatabaseAddress.hideSecrets(failure));
  }

  private static IllegalArgumentException wrongUrl(String url, RuntimeException failure) {
    return new IllegalArgumentException(
        "store must be the JDBC URL of H2, PostgreSQL or MariaDB: " + describe(url, failure),
        DatabaseAddress.hideSecrets(failure));
  }

  /** Returns a store with other segments. */
  Store withSegments(SegmentSource others) {
    return new Store(workers, others, keyed, database, end);
  }

  DataSource requireDatabase() {
    return Objects.requireNonNull(database, "database");
  }

  /** Returns whether several servers may share it. */
  boolean isShared() {
    return database != null;
  }

  private static String describe(String url, Throwable cause) {
    return "store="
        + DatabaseAddress.withoutSecrets(url)
        + ", cause="
        + DatabaseAddress.hideSecrets(Causes.text(cause), url);
  }

  @Override
  public void close() {
    keyed.close();
    end.run();
  }
}
