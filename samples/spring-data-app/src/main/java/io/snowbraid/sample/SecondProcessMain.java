package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * Runs in the second process: a generator that leases a worker of its own from the application's
 * database. It prints the ids that it issues, several per line, and exits when its input ends.
 */
final class SecondProcessMain {

  static final String ARGUMENT = "second-worker";
  static final String OWNER = "second process";

  static final String URL = "SAMPLE_DATABASE_URL";
  static final String USER = "SAMPLE_DATABASE_USER";
  static final String PASSWORD = "SAMPLE_DATABASE_PASSWORD";

  /** Distinguishes a complete line from the fragment that a killed process leaves. */
  static final String LINE_END = " .";

  /** The beginning of a line that says why there are no ids. */
  static final String FAILURE = "failed: ";

  /** Short, so that a killed holder expires soon. */
  private static final Duration HORIZON = Duration.ofSeconds(15);

  private static final int IDS_A_LINE = 10;
  private static final int MILLIS_A_LINE = 100;

  private SecondProcessMain() {}

  static void run() throws InterruptedException {
    JdbcConnectionPool database =
        JdbcConnectionPool.create(setting(URL), setting(USER), setting(PASSWORD));
    CountDownLatch inputEnded = new CountDownLatch(1);
    Thread input = new Thread(() -> readInput(inputEnded), "input");
    input.setDaemon(true);
    input.start();
    try (Snowflake ids = generator(database)) {
      while (!inputEnded.await(MILLIS_A_LINE, TimeUnit.MILLISECONDS)) {
        System.out.println(line(ids));
      }
    } finally {
      database.dispose();
    }
  }

  private static String setting(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new IllegalStateException(
          "the environment must have " + name + ": the sample's pages start this process");
    }
    return value;
  }

  private static Snowflake generator(JdbcConnectionPool database) {
    return Snowflake.builder()
        .worker(JdbcWorkerSource.of(database))
        .owner(OWNER)
        .horizon(HORIZON)
        .build();
  }

  /**
   * Returns some ids, or why there are none. A failure may be temporary, so the process continues.
   */
  static String line(Snowflake ids) {
    try {
      return Arrays.stream(ids.nextIds(IDS_A_LINE))
          .mapToObj(Long::toString)
          .collect(Collectors.joining(" ", "", LINE_END));
    } catch (RuntimeException e) {
      return FAILURE + Formats.problem(e);
    }
  }

  private static void readInput(CountDownLatch ended) {
    try {
      System.in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ended.countDown();
    }
  }
}
