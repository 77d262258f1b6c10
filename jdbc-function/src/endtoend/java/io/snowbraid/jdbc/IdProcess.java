package io.snowbraid.jdbc;

import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process that issues ids until it is killed, and writes them to a file: when its virtual machine
 * ran, and then for each batch the time, the number of ids, and the ids. All times are of the
 * steady clock.
 */
final class IdProcess {

  static final Duration HORIZON = Duration.ofSeconds(3);
  private static final int BATCH = 500;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(12);

  private IdProcess() {}

  public static void main(String[] arguments) throws IOException {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(arguments[0]);
    database.setUser("postgres");
    database.setConnectTimeout(2);
    database.setSocketTimeout(4);
    try (DataOutputStream file =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1])), 8_192))) {
      file.writeLong(System.nanoTime());
      file.flush();
      Snowflake ids = open(database);
      while (true) {
        write(ids, file);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Builds the generator; waits if the database is unreachable when the process starts. */
  private static Snowflake open(PGSimpleDataSource database) {
    while (true) {
      try {
        return Snowflake.builder().worker(JdbcWorkerSource.of(database)).horizon(HORIZON).build();
      } catch (SnowbraidException e) {
        System.out.println(e);
        LockSupport.parkNanos(10 * PAUSE_NANOS);
      }
    }
  }

  private static void write(Snowflake ids, DataOutputStream file) throws IOException {
    long[] batch;
    try {
      batch = ids.nextIds(BATCH);
    } catch (SnowbraidException e) { // none were issued; the time without ids is measured
      return;
    }
    file.writeLong(System.nanoTime());
    file.writeInt(batch.length);
    for (long id : batch) {
      file.writeLong(id);
    }
    file.flush();
  }
}
