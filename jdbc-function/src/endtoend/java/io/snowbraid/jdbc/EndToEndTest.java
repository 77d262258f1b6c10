package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes issue ids while they are paused past their expiry and killed, their clocks are moved,
 * and their database is stopped. All ids are compared.
 */
@Tag("end-to-end")
class EndToEndTest {

  private static final int PROCESSES = 8;
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("seconds", 120));

  /** A hundredth of what a fast machine issues: a run that hardly issues anything shows nothing. */
  private static final int MIN_IDS = Math.toIntExact(TIME.toSeconds() * 2_000);

  private static final int PORT = 25_432;

  private static final String KILLED = "killed and started again";
  private static final String PAUSED = "stopped past its expiry";
  private static final String OUTAGE = "database stopped and started";
  private static final String STARTS = "killed: until the JVM runs";
  private static final String ANSWERS = "database: after it answers again";

  /**
   * What happened to a process, or to all (-1).
   *
   * @param from when it began
   * @param to when it was over
   */
  private record Fault(String kind, int process, long from, long to) {

    boolean touches(int number) {
      return process == number || process == ALL;
    }

    /**
     * Returns whether the fault, or the restart after it, may keep a process from issuing ids in a
     * span.
     */
    boolean silences(int number, long begin, long end) {
      boolean mute = Set.of(OUTAGE, KILLED, PAUSED).contains(kind);
      return mute && touches(number) && from < end && to + NEAR > begin;
    }
  }

  private static final int ALL = -1;
  private static final long NEAR = TimeUnit.SECONDS.toNanos(4);

  @TempDir private Path directory;

  private final Random random = new Random(Long.getLong("seed", System.nanoTime()));
  private final List<ManagedProcess> processes = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private EmbeddedPostgres server;

  @Test
  void idsOfAllProcessesDiffer() throws Exception {
    startServer();
    String url = "jdbc:postgresql://localhost:" + PORT + "/postgres";
    JdbcWorkerSource.of(server.getPostgresDatabase()).createTableIfMissing();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(new ManagedProcess(IdProcess.class, url, directory, i));
      }
      TimeUnit.SECONDS.sleep(3);
      long end = System.nanoTime() + TIME.toNanos();
      while (System.nanoTime() < end) {
        fault();
        TimeUnit.MILLISECONDS.sleep(300);
      }
      assertThat(processes).allMatch(ManagedProcess::isAlive);
      TimeUnit.SECONDS.sleep(10);
    } finally {
      processes.forEach(ManagedProcess::close);
      server.close();
    }
    report();
  }

  @Test
  void checkerRejectsAnIdThatIsIssuedTwice() {
    Findings findings = new Findings();
    for (long id : new long[] {3, 1, 2, 3}) {
      findings.add(id);
    }
    assertThat(findings.duplicates()).isEqualTo(1);
  }

  private void startServer() throws IOException {
    server =
        EmbeddedPostgres.builder()
            .setPort(PORT)
            .setDataDirectory(directory.resolve("postgres"))
            .setCleanDataDirectory(false)
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start();
  }

  private void fault() throws Exception {
    int number = random.nextInt(PROCESSES);
    ManagedProcess process = processes.get(number);
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        kill(process, number);
      }
      case 2, 3 -> pauseSome();
      case 4 -> {
        long from = System.nanoTime();
        server.close();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(2 * (int) IdProcess.HORIZON.toMillis()));
        startServer();
        over(OUTAGE, ALL, from);
      }
      case 5 -> moved(process, number, "clock an hour back", "-3600");
      case 6 -> moved(process, number, "clock an hour forward", "+3600");
      default -> moved(process, number, "clock set right", "+0");
    }
  }

  private void moved(ManagedProcess process, int number, String kind, String offset)
      throws IOException {
    process.setClock(offset);
    over(kind, number, System.nanoTime());
  }

  /** Pauses some processes past their expiry, so that others can take their workers meanwhile. */
  private void pauseSome() throws Exception {
    int first = random.nextInt(PROCESSES);
    List<Integer> paused = List.of(first, (first + 3) % PROCESSES);
    long from = System.nanoTime();
    for (int number : paused) {
      processes.get(number).signal("STOP");
    }
    int newcomer = (first + 1) % PROCESSES;
    TimeUnit.MILLISECONDS.sleep(IdProcess.HORIZON.toMillis() + 1_000);
    kill(processes.get(newcomer), newcomer);
    TimeUnit.MILLISECONDS.sleep(1_500);
    for (int number : paused) {
      processes.get(number).signal("CONT");
      over(PAUSED, number, from);
    }
  }

  private void kill(ManagedProcess process, int number) throws Exception {
    long from = System.nanoTime();
    process.kill();
    process.start();
    over(KILLED, number, from);
  }

  private void over(String kind, int process, long from) {
    faults.add(new Fault(kind, process, from, System.nanoTime()));
  }

  private void report() throws IOException {
    Findings findings = new Findings();
    for (ManagedProcess process : processes) {
      findings.add(process.files());
    }
    int duplicates = findings.duplicates();
    System.out.printf("%n%,d ids, %,d duplicates%n", findings.count(), duplicates);
    System.out.printf("%-36s %5s  longest time without ids%n", "fault", "times");
    gaps(findings)
        .forEach(
            (kind, gap) ->
                System.out.printf("%-36s %5d  %,d ms%n", kind, gap.getCount(), gap.getMax()));
    assertThat(duplicates).isZero();
    assertThat(findings.count()).isGreaterThan(MIN_IDS);
  }

  /**
   * Returns, by kind of fault, the longest time without ids during and shortly after an outage, and
   * the time to the first ids after other faults; only for processes that no other fault affected
   * then.
   */
  private Map<String, LongSummaryStatistics> gaps(Findings findings) {
    Map<String, LongSummaryStatistics> gaps = new TreeMap<>();
    for (Fault fault : faults) {
      for (int i = 0; i < PROCESSES; i++) {
        if (fault.touches(i) && isAlone(fault, i, findings)) {
          timesWithoutIds(findings, fault, i).forEach((kind, nanos) -> add(gaps, kind, nanos));
        }
      }
    }
    return gaps;
  }

  private boolean isAlone(Fault fault, int process, Findings findings) {
    long firstIds = fault.to() + findings.firstAfter(process, fault.to());
    long end = fault.kind().equals(OUTAGE) ? Math.max(firstIds, fault.to() + NEAR) : firstIds;
    return faults.stream()
        .noneMatch(other -> !other.equals(fault) && other.silences(process, fault.from(), end));
  }

  private static void add(Map<String, LongSummaryStatistics> gaps, String kind, long nanos) {
    gaps.computeIfAbsent(kind, any -> new LongSummaryStatistics())
        .accept(TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  private static Map<String, Long> timesWithoutIds(Findings findings, Fault fault, int process) {
    return switch (fault.kind()) {
      case OUTAGE ->
          Map.of(
              OUTAGE,
              findings.longestGap(process, fault.from(), fault.to() + NEAR),
              ANSWERS,
              findings.firstAfter(process, fault.to()));
      case KILLED ->
          Map.of(
              KILLED,
              findings.firstAfter(process, fault.from()),
              STARTS,
              findings.startAfter(process, fault.from()));
      case PAUSED -> Map.of(PAUSED, findings.firstAfter(process, fault.to()));
      default -> Map.of(fault.kind(), findings.firstAfter(process, fault.from()));
    };
  }
}
