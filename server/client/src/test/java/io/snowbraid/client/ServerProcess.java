package io.snowbraid.client;

import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.IdServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/** A server on PostgreSQL whose grants are short, so that pauses outlast them. */
final class ServerProcess {

  static final Duration HORIZON = Duration.ofSeconds(5);

  private ServerProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(arguments[0]);
    database.setUser("postgres");
    database.setConnectTimeout(2);
    database.setSocketTimeout(4);
    IdServer server =
        IdServer.builder()
            .ids(open(database))
            .segments(SegmentGenerators.builder().source(JdbcSegmentSource.of(database)).build())
            .port(Integer.parseInt(arguments[1]))
            .build();
    server.start();
    new CountDownLatch(1).await(); // until it is killed
  }

  /** Builds the generator; waits if the database is unreachable when the process starts. */
  private static Snowflake open(PGSimpleDataSource database) throws InterruptedException {
    while (true) {
      try {
        return Snowflake.builder().worker(JdbcWorkerSource.of(database)).horizon(HORIZON).build();
      } catch (SnowbraidException e) {
        System.out.println(e);
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }
}
