package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes draw numbers of one tag from a real server while they are stopped, paused and killed,
 * and while the server crashes and hangs. All numbers are compared, and what was lost is counted.
 */
public abstract class SegmentRace {

  private static final int PROCESSES = 6;
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("seconds", 120));
  private static final long MIN_NUMBERS = TIME.toSeconds() * 20_000;

  /** Where the files of the race are. */
  @TempDir protected Path directory;

  private final Random random = new Random(Long.getLong("seed", System.nanoTime()));
  private final List<ManagedProcess> processes = new ArrayList<>();
  private final Map<String, Integer> faults = new TreeMap<>();

  /**
   * Returns the address, with a user, 2 seconds to connect and 4 seconds for an answer.
   *
   * @return a JDBC URL
   */
  protected abstract String url();

  /** Kills the server as a power failure does. */
  protected abstract void killServer() throws Exception;

  /** Starts the server again. */
  protected abstract void startServer() throws Exception;

  /**
   * Sends a signal to the server.
   *
   * @param signal its name
   */
  protected abstract void signalServer(String signal) throws Exception;

  @Test
  void numbersOfAllProcessesDiffer() throws Exception {
    try {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(new ManagedProcess(SegmentProcess.class, url(), directory, i));
      }
      long end = System.nanoTime() + TIME.toNanos();
      while (System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(1_000));
        fault();
      }
      TimeUnit.SECONDS.sleep(10);
      assertThat(processes).allMatch(ManagedProcess::isAlive);
      stopAll();
      report(JdbcSegmentSource.of(UrlDataSource.of(url())).peek(SegmentProcess.TAG).orElseThrow());
    } finally {
      processes.forEach(ManagedProcess::close);
    }
  }

  private void fault() throws Exception {
    ManagedProcess process = processes.get(random.nextInt(PROCESSES));
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        process.kill();
        process.start();
        happened("process killed");
      }
      case 3, 4 -> {
        process.signal("TERM");
        process.await();
        process.start();
        happened("process stopped");
      }
      case 5 -> {
        process.signal("STOP");
        TimeUnit.SECONDS.sleep(5);
        process.signal("CONT");
        happened("process paused for 5 s");
      }
      case 6 -> {
        killServer();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(6_000));
        startServer();
        happened("server crashed");
      }
      default -> {
        signalServer("STOP");
        TimeUnit.SECONDS.sleep(6);
        signalServer("CONT");
        happened("server hung for 6 s");
      }
    }
  }

  private void happened(String fault) {
    faults.merge(fault, 1, Integer::sum);
  }

  private void stopAll() throws Exception {
    for (ManagedProcess process : processes) {
      process.signal("TERM");
      process.await();
    }
  }

  private void report(long bound) throws Exception {
    SegmentFindings findings = new SegmentFindings();
    for (ManagedProcess process : processes) {
      for (Path file : process.files()) {
        findings.add(file);
      }
    }
    long count = findings.count();
    long duplicates = findings.duplicates();
    long lost = bound - 1 - count;
    System.out.printf(
        "%n%,d numbers, %,d duplicates, %,d falls within a process%n"
            + "%,d numbers lost: %.2f %%; the processes that were killed had %,d buffered%n%s%n",
        count,
        duplicates,
        findings.falls(),
        lost,
        100.0 * lost / bound,
        findings.buffered(),
        faults);
    assertThat(duplicates).isZero();
    assertThat(findings.falls()).isZero();
    assertThat(count).isGreaterThan(MIN_NUMBERS);
    assertThat(lost).isBetween(0L, count / 2);
  }
}
