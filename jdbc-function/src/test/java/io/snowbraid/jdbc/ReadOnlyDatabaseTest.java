package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerRequest;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests read-only databases, such as a standby, with and without a worker table. */
public class ReadOnlyDatabaseTest {

  private static final WorkerRequest REQUEST =
      new WorkerRequest("layout", 8, 2, 5, Duration.ofMinutes(1), "host");

  @TempDir private Path directory;

  public static void assertRejected(JdbcWorkerSource source) {
    assertThatExceptionOfType(ReadOnlyStoreException.class)
        .isThrownBy(() -> source.acquire(REQUEST))
        .withMessageStartingWith("worker database is read-only (table=snowbraid_worker")
        .withMessageContaining("): ")
        .withMessageEndingWith(
            "; connect to the primary (if it can change, with a short maximum lifetime of pooled"
                + " connections), or lease workers from another database");
  }

  private static void fill(DataSource database, boolean hasTable) {
    JdbcWorkerSource source = JdbcWorkerSource.of(database);
    if (hasTable) {
      source.acquire(REQUEST).release(new long[] {5, 5});
    } else {
      source.storeTime(); // makes sure that the database exists
    }
  }

  /** Wraps a database whose connections, but not itself, can be read-only. */
  private static DataSource readOnly(DataSource database) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(database, arguments);
              if (result instanceof Connection connection) {
                connection.setReadOnly(true);
              }
              return result;
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void h2(boolean hasTable) {
    JdbcDataSource database = new JdbcDataSource();
    String url = "jdbc:h2:file:" + directory.resolve("database");
    database.setURL(url);
    fill(database, hasTable);
    database.setURL(url + ";ACCESS_MODE_DATA=r");
    assertRejected(JdbcWorkerSource.of(database));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sqlite(boolean hasTable) {
    String url = "jdbc:sqlite:" + directory.resolve("database");
    fill(UrlDataSource.of(url), hasTable);
    assertRejected(JdbcWorkerSource.of(UrlDataSource.of(url + "?open_mode=1")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void hsqldb(boolean hasTable) {
    DataSource database = UrlDataSource.of("jdbc:hsqldb:mem:readonly" + hasTable);
    fill(database, hasTable);
    assertRejected(JdbcWorkerSource.of(readOnly(database)));
  }
}
