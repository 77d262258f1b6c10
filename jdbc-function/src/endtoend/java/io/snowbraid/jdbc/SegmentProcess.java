package io.snowbraid.jdbc;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.segment.SegmentIds;
import io.snowbraid.segment.SegmentSettings;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A process that issues numbers of a tag until it is stopped or killed, and writes them to a file:
 * for each batch, the runs of successive numbers. A second file has how many numbers are buffered.
 */
final class SegmentProcess {

  static final String TAG = "orders";

  private static final int BATCH = 2_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final SegmentSettings SETTINGS =
      SegmentSettings.DEFAULT.withTarget(Duration.ofSeconds(2));

  private static volatile boolean stopped;

  private SegmentProcess() {}

  public static void main(String[] arguments) throws IOException {
    DataSource database = UrlDataSource.of(arguments[0]);
    Path path = Path.of(arguments[1]);
    stopOnSignal(Thread.currentThread());
    try (DataOutputStream file =
            new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)));
        RandomAccessFile hand = new RandomAccessFile(path + "-hand", "rw");
        SegmentIds ids = open(database)) {
      while (!stopped) {
        write(ids, file, hand);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    Files.delete(Path.of(path + "-hand")); // it has given back what it had
  }

  private static void stopOnSignal(Thread main) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopped = true;
                  try {
                    main.join();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
  }

  /** Builds the generator; waits if the database is unreachable when the process starts. */
  private static SegmentIds open(DataSource database) {
    while (true) {
      try {
        return SegmentIds.builder()
            .source(JdbcSegmentSource.of(database))
            .tag(TAG)
            .settings(SETTINGS)
            .build();
      } catch (SnowbraidException e) {
        System.out.println(e);
        LockSupport.parkNanos(10 * PAUSE_NANOS);
      }
    }
  }

  private static void write(SegmentIds ids, DataOutputStream file, RandomAccessFile hand)
      throws IOException {
    long[] batch;
    try {
      batch = ids.nextIds(BATCH);
    } catch (SnowbraidException e) { // the store has failed for longer than numbers lasted
      System.out.println(e);
      return;
    }
    int from = 0;
    for (int i = 1; i <= batch.length; i++) {
      if (i == batch.length || batch[i] != batch[i - 1] + 1) {
        file.writeLong(batch[from]);
        file.writeLong(batch[i - 1]);
        from = i;
      }
    }
    file.flush();
    hand.seek(0);
    hand.writeLong(ids.status().buffered());
  }
}
