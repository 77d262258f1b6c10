package io.snowbraid;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.LimitsTest.Rig.Fault;
import io.snowbraid.engine.LeaseAccess;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.Threads;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentIds;
import io.snowbraid.segment.SegmentSettings;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.testing.Limits;
import io.snowbraid.testing.Limits.Verdict;
import io.snowbraid.testing.Machine;
import io.snowbraid.testing.TestOutput;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Measures every limit of time by every fault, on the real clock, because a simulated clock hides
 * what counts time wrongly. All measurements run side by side, since nearly all of them only wait.
 * It prints the table of docs/evidence.md.
 *
 * <p>{@link Limits} says how late a call may be. What a late machine may have caused is measured
 * again without the rest, and printed in the end.
 */
@Tag("limits")
class LimitsTest {

  private static final Logger LOG = Logger.getLogger("io.snowbraid");

  /** How much earlier a call may end, because the wall clock shows whole milliseconds only. */
  private static final Duration EARLY = Duration.ofMillis(25);

  private static final Duration HORIZON = Duration.ofSeconds(9);
  private static final Duration DEFAULT_HORIZON = Duration.ofMinutes(1);
  private static final Duration SHORT_HORIZON = Duration.ofSeconds(3);
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** By when no id is issued any more after a record was deleted. */
  private static final Duration GONE = Duration.ofMillis(1_500);

  private static final WorkerRequest REQUEST =
      new WorkerRequest("layout", 8, 4, 1_000_000, DEFAULT_HORIZON, "host");

  /** Past the grant, but too little to be taken for a jump of the clock. */
  private static final Duration PAST_THE_GRANT = Duration.ofSeconds(10);

  /** How long after another a measurement begins, because beginning needs the processor. */
  private static final Duration STAGGER = Duration.ofMillis(40);

  private static final Duration NO_END = Duration.ofSeconds(90);

  /** What hangs does so until all is measured. */
  private static final CountDownLatch END = new CountDownLatch(1);

  private static final Queue<Rig> RIGS = new ConcurrentLinkedQueue<>();

  /** Nobody deletes it here, since what hung may write to it until the process ends. */
  private static final Path DIRECTORIES = Path.of("target");

  @BeforeAll
  static void muteLogging() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void end() {
    RIGS.forEach(rig -> rig.isWithoutThreads = true);
    END.countDown();
    LOG.setLevel(null);
  }

  @Test
  void everyLimitHoldsWhateverFails() throws Exception {
    List<Row> rows = rows();
    warmUp();
    List<Result> results = measureConclusively(rows);
    TestOutput.show(table(rows, results));
    assertThat(results).hasSizeGreaterThan(30);
    results.stream()
        .filter(Result::isInconclusive)
        .map(Result::complaint)
        .forEach(Limits::inconclusive);
    assertThat(results.stream().filter(Result::isMissed).map(Result::complaint)).isEmpty();
  }

  @Test
  void everyFaultIsMeasuredOrItIsSaidWhyNot() {
    for (Row row : rows()) {
      for (Fault fault : Fault.values()) {
        assertThat(row.cells.containsKey(fault))
            .as(row.name + ", " + fault.title)
            .isNotEqualTo(row.dashes.containsKey(fault));
      }
    }
  }

  /** The steady clock counts a wait for an event twice, or half, as a call once did. */
  @ParameterizedTest
  @ValueSource(doubles = {2, 0.5})
  void waitsThatAreCountedTwiceOrHalfAreRejected(double speed) throws Exception {
    Row row =
        new Row("twin", SECOND, rig -> callStore(rig.at(new Miscounted(speed)), SECOND))
            .ends(LeaseExpiredException.class, Fault.HUNG);
    assertMissed(row);
  }

  private static void assertMissed(Row row) throws Exception {
    Result result = measureConclusively(List.of(row)).get(0);
    if (result.isInconclusive()) {
      Limits.inconclusive(result.complaint());
    } else {
      assertThat(result.verdict()).isEqualTo(Verdict.MISSED);
    }
  }

  @Test
  void storeThatAnswersInTimeIsTooLateIfWaitsAreCountedTwice() throws Exception {
    Duration limit = Duration.ofSeconds(3);
    Row row =
        new Row("twin", limit, rig -> callStore(rig.at(new Miscounted(2)), limit))
            .answers(Fault.SLOW);
    assertMissed(row);
  }

  /** A steady clock whose time runs at another speed while it waits for an event. */
  private static final class Miscounted implements MonotonicTime {

    private final double speed;
    private final ReentrantLock lock = new ReentrantLock();
    private long added;

    Miscounted(double speed) {
      this.speed = speed;
    }

    @Override
    public long nanoTime() {
      lock.lock();
      try {
        return System.nanoTime() + added;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void await(long nanos) {
      LockSupport.parkNanos(nanos);
    }

    @Override
    public boolean await(Event event, long nanos) throws InterruptedException {
      long begun = System.nanoTime();
      boolean hasHappened = event.await(nanos);
      lock.lock();
      try {
        added += (long) ((System.nanoTime() - begun) * (speed - 1));
      } finally {
        lock.unlock();
      }
      return hasHappened;
    }
  }

  // The limits

  private static final String ONCE = "measured at 1 s";
  private static final String WITHOUT_END = "without a fault, ids continue";
  private static final String UNSEEN =
      "nobody can see that the record is gone, so ids end with the grant: see the horizon";
  private static final String NO_SCHEDULER = "it takes no scheduler from outside";
  private static final String AS_BUILDING = "ends as building does";
  private static final String ONLY_A_LOCK = "only whoever has the lock is waited for";
  private static final String ONLY_THE_CLOCK = "only the clock is waited for";

  private static List<Row> rows() {
    return Stream.of(
            Stream.of(building(), interruptedBuilding()),
            Stream.of(waitsForAStore(Duration.ofSeconds(10), true)),
            Stream.of(waitsForAStore(Duration.ofSeconds(4), true)),
            Stream.of(waitsForAStore(SECOND, false)),
            Stream.of(waitsForAStore(Duration.ofMillis(400), true), waitsWithDefaults()),
            Stream.of(clockThatStandsStill(), anotherWorker(), repeatedSteps()),
            Stream.of(callsThatMayNotWait(), startWait(), closing()),
            Stream.of(closingAtAHungClock("a store", rig -> rig.store)),
            Stream.of(closingAtAHungClock("a fixed number", rig -> WorkerSource.fixed(103))),
            Stream.of(horizonOfRecords(SHORT_HORIZON), horizonOfRecords(DEFAULT_HORIZON)),
            Stream.of(horizonOfADirectory(SHORT_HORIZON), horizonOfADirectory(DEFAULT_HORIZON)),
            Stream.of(look(), recordThatIsGone(), lockOfADirectory()),
            Stream.of(firstSegment(), firstSegments(), segment(), closingSegments()),
            Stream.of(listener()))
        .flatMap(row -> row)
        .toList();
  }

  private static Row building() {
    return new Row(
            "building (`LeaseLifecycle.OPEN_WAIT`)",
            LeaseAccess.OPEN_WAIT,
            rig -> {
              rig.suffer();
              return time(() -> rig.open(rig.builder().horizon(NO_END)));
            })
        .asksTwice()
        .succeedsAtOnce(Fault.NONE)
        .answers(Fault.SLOW)
        .ends(NoWorkerAvailableException.class, Fault.HUNG, Fault.NO_THREADS)
        .fails(NoWorkerAvailableException.class, Fault.FAILING, Fault.DISK_FULL, Fault.NO_FILES);
  }

  private static Row interruptedBuilding() {
    return new Row(
            "building in a thread that is interrupted",
            Duration.ZERO,
            rig -> {
              rig.suffer();
              Thread.currentThread().interrupt();
              Outcome outcome = time(() -> rig.open(rig.builder()));
              assertThat(Thread.interrupted()).isTrue();
              return outcome;
            })
        .fails(SnowbraidException.class, Fault.HUNG, Fault.NO_THREADS)
        .dash("there is nothing to wait for", Fault.NONE, Fault.FAILING, Fault.DISK_FULL)
        .dash("it does not wait for an answer", Fault.SLOW)
        .dash("there is nothing to wait for", Fault.NO_FILES);
  }

  private static Row waitsForAStore(Duration maxWait, boolean isRepeated) {
    Row row =
        new Row("`maxWait` for a store", maxWait, rig -> callStore(rig, maxWait))
            .succeedsAtOnce(Fault.NONE)
            .answers(Fault.SLOW)
            .ends(LeaseExpiredException.class, Fault.HUNG, Fault.NO_THREADS)
            .fails(LeaseExpiredException.class, Fault.FAILING);
    return isRepeated
        ? row.dash(ONCE, Fault.DISK_FULL, Fault.NO_FILES)
        : row.fails(LeaseExpiredException.class, Fault.DISK_FULL, Fault.NO_FILES);
  }

  private static Outcome callStore(Rig rig, Duration maxWait) throws Exception {
    Snowflake ids = rig.open(rig.builder().maxWait(maxWait));
    rig.suffer();
    rig.clock.move(PAST_THE_GRANT);
    return time(ids::nextId);
  }

  /** A call with all settings as they are. */
  private static Row waitsWithDefaults() {
    return new Row(
            "`maxWait` for a store, with a horizon of a minute",
            SECOND,
            rig -> {
              Snowflake ids = rig.open(rig.defaults());
              rig.suffer();
              rig.clock.move(DEFAULT_HORIZON.plus(SECOND));
              return time(ids::nextId);
            })
        .succeedsAtOnce(Fault.NONE)
        .answers(Fault.SLOW)
        .ends(LeaseExpiredException.class, Fault.HUNG, Fault.NO_THREADS)
        .fails(LeaseExpiredException.class, Fault.FAILING, Fault.DISK_FULL, Fault.NO_FILES);
  }

  private static Row clockThatStandsStill() {
    Duration gap = Duration.ofMillis(500);
    return new Row(
            "`maxWait` for a clock behind every lane",
            SECOND,
            rig -> {
              Snowflake ids = rig.open(rig.oneLane().maxWait(SECOND));
              rig.suffer();
              if (rig.fault == Fault.NONE) {
                rig.clock.move(gap.negated());
              } else {
                rig.clock.standBehind(gap, rig.fault == Fault.SLOW ? rig.late : NO_END);
              }
              return time(ids::nextId);
            })
        .succeedsAfter(gap, Fault.NONE)
        .answers(Fault.SLOW)
        .ends(ClockRollbackException.class, Fault.HUNG, Fault.FAILING, Fault.DISK_FULL)
        .ends(ClockRollbackException.class, Fault.NO_THREADS, Fault.NO_FILES);
  }

  /** A store that fails may recover in time, so the call waits. */
  private static Row anotherWorker() {
    return new Row(
            "`maxWait` for another worker",
            SECOND,
            rig -> {
              Snowflake ids =
                  rig.open(rig.oneLane().rollbackPolicy(RollbackPolicy.SWITCH_TIMELINE));
              rig.suffer();
              rig.clock.move(Duration.ofHours(-1));
              return time(() -> ids.nextIds(new long[10])); // fewer than of one tick, or it waits
            })
        .asksTwice()
        .succeedsAtOnce(Fault.NONE)
        .answers(Fault.SLOW)
        .ends(ClockRollbackException.class, Fault.HUNG, Fault.FAILING, Fault.DISK_FULL)
        .ends(ClockRollbackException.class, Fault.NO_THREADS, Fault.NO_FILES);
  }

  /** With a fault, the clock does not step back again, but goes past the grant. */
  private static Row repeatedSteps() {
    Duration step = Duration.ofMillis(300);
    return new Row(
            "`maxWait` of one `nextIds` that waits 0.3 s for the clock again and again",
            SECOND,
            rig -> {
              Snowflake ids = rig.open(rig.oneLane());
              rig.suffer();
              rig.clock.stepBack(step, rig.fault == Fault.NONE ? step.negated() : PAST_THE_GRANT);
              return time(() -> ids.nextIds(new long[1_000]));
            })
        .ends(ClockRollbackException.class, Fault.NONE)
        .ends(LeaseExpiredException.class, Fault.HUNG, Fault.NO_THREADS)
        .failsAfter(
            step, LeaseExpiredException.class, Fault.FAILING, Fault.DISK_FULL, Fault.NO_FILES)
        .dash("0.3 s and 0.7 of the limit are the whole limit", Fault.SLOW);
  }

  private static Row callsThatMayNotWait() {
    return new Row(
            "`tryNextIds`, past the grant",
            Duration.ZERO,
            rig -> {
              Snowflake ids = rig.open(rig.builder());
              rig.suffer();
              rig.clock.move(PAST_THE_GRANT);
              return time(() -> ids.tryNextIds(new long[100]));
            })
        .succeedsAtOnce(Fault.values());
  }

  private static Row startWait() {
    Duration limit = Duration.ofSeconds(30); // as it is unless it is set
    return new Row(
            "`startWait` while all workers are held",
            limit,
            rig -> {
              if (rig.fault == Fault.NONE || rig.fault == Fault.SLOW) {
                rig.store.onAcquire = held(rig.fault == Fault.NONE ? NO_END : rig.late);
              } else {
                rig.suffer();
              }
              return time(() -> rig.open(rig.defaults()));
            })
        .ends(NoWorkerAvailableException.class, Fault.NONE)
        .succeedsBetween(limit.multipliedBy(7).dividedBy(10), limit, Fault.SLOW)
        .fails(NoWorkerAvailableException.class, Fault.FAILING, Fault.DISK_FULL, Fault.NO_FILES)
        .dash(AS_BUILDING, Fault.HUNG, Fault.NO_THREADS);
  }

  private static Runnable held(Duration time) {
    long begun = System.nanoTime();
    return () -> {
      if (System.nanoTime() - begun < time.toNanos()) {
        throw new WorkersHeldException("all workers are held");
      }
    };
  }

  private static Row closing() {
    return new Row(
            "closing (`LeaseLifecycle.CLOSE_WAIT`)",
            LeaseAccess.CLOSE_WAIT,
            rig -> {
              Snowflake ids = rig.open(rig.builder());
              rig.suffer();
              return time(ids::close);
            })
        .succeedsAtOnce(Fault.NONE, Fault.FAILING, Fault.DISK_FULL, Fault.NO_FILES)
        .answers(Fault.SLOW)
        .succeedsAfter(LeaseAccess.CLOSE_WAIT, Fault.HUNG, Fault.NO_THREADS);
  }

  /** A clock must not hang, but closing waits no longer for one that does. */
  private static Row closingAtAHungClock(String workers, Source source) {
    return new Row(
            "closing with " + workers + ", while the clock hangs (`LeaseLifecycle.CLOSE_WAIT`)",
            LeaseAccess.CLOSE_WAIT,
            rig -> {
              Snowflake ids = rig.open(rig.builder().worker(source.of(rig)));
              rig.occupyClock(ids);
              return time(ids::close);
            })
        .succeedsAfter(LeaseAccess.CLOSE_WAIT, Fault.NONE)
        .dash(ONLY_THE_CLOCK, Fault.HUNG, Fault.SLOW, Fault.FAILING, Fault.DISK_FULL)
        .dash(ONLY_THE_CLOCK, Fault.NO_THREADS, Fault.NO_FILES);
  }

  private static Row horizonOfRecords(Duration horizon) {
    return horizon(
            "horizon of a store of records",
            horizon,
            rig -> RecordedWorkers.of(new MapRecords(), "limits"))
        .succeedsAtOnce(Fault.SLOW);
  }

  private static Row horizonOfADirectory(Duration horizon) {
    return horizon("horizon of a directory", horizon, rig -> WorkerSource.file(rig.directory()))
        .isSlowAt(SECOND)
        .succeedsAtOnce(Fault.SLOW);
  }

  /**
   * Measured from the last write that succeeded to the first call that fails. With a slow store,
   * which may take a third of the horizon, it is the longest call.
   */
  private static Row horizon(String name, Duration horizon, Source source) {
    return new Row(
            name,
            horizon,
            rig -> {
              rig.store = new Store(source.of(rig));
              Duration maxWait = rig.fault == Fault.SLOW ? SECOND : Duration.ZERO;
              Snowflake ids = rig.open(rig.builder().horizon(horizon).maxWait(maxWait));
              rig.suffer();
              return rig.fault == Fault.SLOW
                  ? longestCall(ids, longer(horizon.dividedBy(2), SHORT_HORIZON.multipliedBy(2)))
                  : new Outcome(rig.store.writtenAt, failure(ids), System.nanoTime());
            })
        .isSlowAt(horizon.dividedBy(3))
        .ends(LeaseExpiredException.class, Fault.HUNG, Fault.FAILING, Fault.DISK_FULL)
        .ends(LeaseExpiredException.class, Fault.NO_THREADS, Fault.NO_FILES)
        .dash(WITHOUT_END, Fault.NONE);
  }

  /** Issues ids until a call fails, and returns the failure. */
  private static Throwable failure(Snowflake ids) {
    while (true) {
      Outcome call = time(ids::nextId);
      if (call.failure != null) {
        return call.failure;
      }
      park(Duration.ofMillis(2));
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** The machine's delay at any of the calls counts, because the longest call is chosen. */
  private static Outcome longestCall(Snowflake ids, Duration time) {
    long begun = System.nanoTime();
    Outcome longest = time(ids::nextId);
    while (System.nanoTime() - begun < time.toNanos() && longest.failure == null) {
      park(Duration.ofMillis(2));
      Outcome call = time(ids::nextId);
      longest = call.failure != null || call.nanos > longest.nanos ? call : longest;
    }
    return new Outcome(begun, longest.failure, System.nanoTime(), longest.nanos);
  }

  private static Row look() {
    return new Row(
            "call for an id while the record of a directory is looked at",
            Duration.ZERO,
            rig -> {
              rig.store = new Store(WorkerSource.file(rig.directory()));
              Snowflake ids = rig.open(rig.builder().maxWait(Duration.ofSeconds(4)));
              park(Duration.ofMillis(1_200)); // a look is due
              rig.suffer();
              return time(ids::nextId);
            })
        .isSlowAt(SECOND)
        .succeedsAtOnce(Fault.values());
  }

  /** Measured from the deletion: a look each second, and half a second until it is seen. */
  private static Row recordThatIsGone() {
    return new Row(
            "ids after the record of a directory was deleted",
            GONE,
            rig -> {
              rig.store = new Store(WorkerSource.file(rig.directory()));
              Snowflake ids = rig.open(rig.builder());
              rig.suffer();
              long begun = System.nanoTime();
              while (System.nanoTime() - begun < 2 * SECOND.toNanos()) {
                ids.nextId();
                park(Duration.ofMillis(2));
              }
              delete(rig.directory());
              return new Outcome(System.nanoTime(), failure(ids), System.nanoTime());
            })
        .isSlowAt(GONE.minus(SECOND))
        .failsBy(GONE, GeneratorStoppedException.class, Fault.NONE, Fault.DISK_FULL, Fault.SLOW)
        .dash(UNSEEN, Fault.HUNG, Fault.FAILING, Fault.NO_THREADS, Fault.NO_FILES);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  /** Another call waits for most of that time in front of this one. */
  private static Row lockOfADirectory() {
    Duration limit = Duration.ofSeconds(30); // as it is unless a program sets it
    return new Row(
            "lock of a directory",
            limit,
            rig -> {
              Path directory = rig.directory().toRealPath();
              WorkerSource workers = WorkerSource.file(directory);
              if (rig.fault != Fault.NONE) {
                rig.occupyLock(
                    directory.resolve("directory.lock"), limit.multipliedBy(2).dividedBy(3));
              }
              return time(() -> workers.acquire(REQUEST));
            })
        .succeedsAtOnce(Fault.NONE)
        .answers(Fault.SLOW)
        .ends(WorkerSourceException.class, Fault.HUNG)
        .dash(ONLY_A_LOCK, Fault.FAILING, Fault.DISK_FULL, Fault.NO_THREADS)
        .dash(ONLY_A_LOCK, Fault.NO_FILES);
  }

  /** The first segment is waited for longer, because there can be none buffered. */
  private static Row firstSegment() {
    Duration limit = Duration.ofSeconds(15);
    return new Row(
            "building `SegmentIds`",
            limit,
            rig -> {
              rig.suffer();
              return time(() -> segments(rig));
            })
        .succeedsAtOnce(Fault.NONE)
        .answers(Fault.SLOW)
        .ends(IdsUnavailableException.class, Fault.HUNG)
        .failsAfter(Duration.ofSeconds(5), IdsUnavailableException.class, Fault.FAILING)
        .failsAfter(Duration.ofSeconds(5), IdsUnavailableException.class, Fault.DISK_FULL)
        .failsAfter(Duration.ofSeconds(5), IdsUnavailableException.class, Fault.NO_FILES)
        .dash(NO_SCHEDULER, Fault.NO_THREADS);
  }

  /** The fault begins after the first of several draws: all are one call. */
  private static Row firstSegments() {
    SegmentSettings settings = SegmentSettings.DEFAULT.withDraws(1, 10);
    return new Row(
            "first call for a tag of `SegmentGenerators`, which needs several draws",
            Duration.ofSeconds(15),
            rig -> {
              SegmentGenerators numbers =
                  SegmentGenerators.builder().source(rig.segments()).settings(settings).build();
              rig.sufferAfterADraw();
              return time(() -> numbers.nextIds("tag", new long[20]));
            })
        .succeedsAtOnce(Fault.NONE)
        .answers(Fault.SLOW)
        .ends(IdsUnavailableException.class, Fault.HUNG)
        .failsAfter(Duration.ofSeconds(5), IdsUnavailableException.class, Fault.FAILING)
        .failsAfter(Duration.ofSeconds(5), IdsUnavailableException.class, Fault.DISK_FULL)
        .failsAfter(Duration.ofSeconds(5), IdsUnavailableException.class, Fault.NO_FILES)
        .dash(NO_SCHEDULER, Fault.NO_THREADS);
  }

  /** A store that fails may recover in time, so the call waits. */
  private static Row segment() {
    return new Row(
            "`SegmentSettings.withMaxWait` for a draw",
            SegmentSettings.DEFAULT.maxWait(),
            rig -> {
              SegmentIds ids = segments(rig);
              park(Duration.ofMillis(100)); // what is drawn ahead is drawn
              rig.suffer();
              ids.nextIds(new long[(int) ids.status().buffered()]);
              return time(ids::nextId);
            })
        .succeedsAtOnce(Fault.NONE)
        .answers(Fault.SLOW)
        .ends(IdsUnavailableException.class, Fault.HUNG, Fault.FAILING)
        .ends(IdsUnavailableException.class, Fault.DISK_FULL, Fault.NO_FILES)
        .dash(NO_SCHEDULER, Fault.NO_THREADS);
  }

  private static Row closingSegments() {
    Duration limit = Duration.ofSeconds(5);
    return new Row(
            "closing `SegmentIds`",
            limit,
            rig -> {
              SegmentIds ids = segments(rig);
              park(Duration.ofMillis(100));
              rig.suffer();
              return time(ids::close);
            })
        .succeedsAtOnce(Fault.NONE, Fault.FAILING, Fault.DISK_FULL, Fault.NO_FILES)
        .answers(Fault.SLOW)
        .succeedsAfter(limit, Fault.HUNG)
        .dash(NO_SCHEDULER, Fault.NO_THREADS);
  }

  private static SegmentIds segments(Rig rig) {
    return SegmentIds.builder().source(rig.segments()).tag("tag").build();
  }

  private static Row listener() {
    return new Row(
            "call for an id while a listener hangs",
            Duration.ZERO,
            rig -> {
              CountDownLatch hangs = new CountDownLatch(1);
              Snowflake ids =
                  rig.open(
                      rig.builder()
                          .listener(
                              event -> {
                                hangs.countDown();
                                hang();
                              }));
              rig.clock.move(Duration.ofMinutes(-1));
              ids.nextId();
              hangs.await();
              rig.suffer();
              rig.clock.move(Duration.ofMinutes(-1));
              return time(ids::nextId);
            })
        .succeedsAtOnce(Fault.NONE, Fault.HUNG, Fault.SLOW, Fault.FAILING, Fault.DISK_FULL)
        .succeedsAtOnce(Fault.NO_THREADS, Fault.NO_FILES);
  }

  // How they are measured

  /** Prepares a call, and measures it. */
  private interface Scenario {
    Outcome measure(Rig rig) throws Exception;
  }

  private interface Source {
    WorkerSource of(Rig rig) throws IOException;
  }

  private interface Call {
    void run() throws Exception;
  }

  /**
   * When something began and ended, how, and how long it took of that: the failure is null if it
   * succeeded.
   */
  private record Outcome(long begun, Throwable failure, long ended, long nanos) {
    Outcome(long begun, Throwable failure, long ended) {
      this(begun, failure, ended, ended - begun);
    }
  }

  private static Outcome time(Call call) {
    long begun = System.nanoTime();
    Throwable failure = null;
    try {
      call.run();
    } catch (Throwable e) {
      failure = e;
    }
    return new Outcome(begun, failure, System.nanoTime());
  }

  /** What has to happen: a failure, or none if it is null. */
  private record Expectation(Duration earliest, Duration latest, Class<?> failure) {}

  /** A limit, and what each fault does to it. */
  private static final class Row {

    final String name;
    final Duration limit;
    final Scenario scenario;
    final Map<Fault, Expectation> cells = new EnumMap<>(Fault.class);
    final Map<Fault, String> dashes = new EnumMap<>(Fault.class);
    Duration late;

    Row(String name, Duration limit, Scenario scenario) {
      this.name = name;
      this.limit = limit;
      this.scenario = scenario;
      isSlowAt(limit);
    }

    /** A store that is slow answers each call after 0.7 of this. */
    Row isSlowAt(Duration slow) {
      late = slow.multipliedBy(7).dividedBy(10);
      return this;
    }

    /** Returns how much more time a call would need to end in another way, if it needs any. */
    Duration margin() {
      return limit.isZero() ? NO_END : late.multipliedBy(3).dividedBy(7);
    }

    /** The store is asked twice, and is slow in all. */
    Row asksTwice() {
      late = late.dividedBy(2);
      return this;
    }

    Row failsBetween(Duration earliest, Duration latest, Class<?> failure, Fault... faults) {
      for (Fault fault : faults) {
        cells.put(fault, new Expectation(earliest, latest, failure));
      }
      return this;
    }

    Row failsAfter(Duration time, Class<?> failure, Fault... faults) {
      return failsBetween(time, time, failure, faults);
    }

    Row failsBy(Duration time, Class<?> failure, Fault... faults) {
      return failsBetween(Duration.ZERO, time, failure, faults);
    }

    /** Fails when the limit is reached. */
    Row ends(Class<?> failure, Fault... faults) {
      return failsAfter(limit, failure, faults);
    }

    /** Fails at once, because the store reports a failure. */
    Row fails(Class<?> failure, Fault... faults) {
      return failsAfter(Duration.ZERO, failure, faults);
    }

    Row succeedsBetween(Duration earliest, Duration latest, Fault... faults) {
      return failsBetween(earliest, latest, null, faults);
    }

    Row succeedsAfter(Duration time, Fault... faults) {
      return succeedsBetween(time, time, faults);
    }

    Row succeedsAtOnce(Fault... faults) {
      return succeedsAfter(Duration.ZERO, faults);
    }

    /** Succeeds when a slow store, or clock, answers, however late that is noticed in the limit. */
    Row answers(Fault fault) {
      return succeedsBetween(limit.multipliedBy(7).dividedBy(10), limit, fault);
    }

    Row dash(String reason, Fault... faults) {
      for (Fault fault : faults) {
        dashes.put(fault, reason);
      }
      return this;
    }

    String title() {
      return name + (limit.isZero() ? "" : ", " + seconds(limit) + " s");
    }

    private Outcome measure(Fault fault) {
      try {
        return scenario.measure(new Rig(fault, late));
      } catch (Exception e) {
        return new Outcome(0, new AssertionError("measured nothing", e), Long.MAX_VALUE);
      }
    }
  }

  /** What was measured, and how late a control thread was meanwhile. */
  private record Result(Row row, Fault fault, Outcome outcome, Duration delay) {

    private Expectation expectation() {
      return row.cells.get(fault);
    }

    Verdict verdict() {
      Duration taken = Duration.ofNanos(outcome.nanos());
      Duration early = expectation().earliest.minus(EARLY).minus(taken);
      if (!isRightKind()) {
        return Verdict.unexplained(row.margin(), delay);
      }
      return early.isNegative() || early.isZero()
          ? Verdict.of(Duration.ZERO, expectation().latest, taken, delay)
          : Verdict.unexplained(early, delay);
    }

    boolean isMissed() {
      return verdict() == Verdict.MISSED;
    }

    boolean isInconclusive() {
      return verdict() == Verdict.INCONCLUSIVE;
    }

    private boolean isRightKind() {
      Class<?> failure = expectation().failure;
      return failure == null ? outcome.failure == null : failure.isInstance(outcome.failure);
    }

    String text() {
      return (expectation().failure == null ? "ok " : "fails ")
          + configured()
          + " → "
          + exactly(outcome.nanos());
    }

    private String configured() {
      Expectation expected = expectation();
      return (expected.earliest.equals(expected.latest) ? "" : "≤ ") + seconds(expected.latest);
    }

    String complaint() {
      Class<?> failure = expectation().failure;
      return row.title()
          + ", "
          + fault.title
          + ": configured="
          + configured()
          + " s, measured="
          + exactly(outcome.nanos())
          + " s, control="
          + exactly(delay.toNanos())
          + " s, expected="
          + (failure == null ? "success" : failure.getSimpleName())
          + ", got="
          + (outcome.failure == null ? "success" : outcome.failure);
    }
  }

  /** Returns seconds to the millisecond. */
  private static String exactly(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
  }

  private static String seconds(Duration time) {
    return exactly(time.toNanos()).replaceFirst("\\.?0+$", "");
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "limits");
    thread.setDaemon(true);
    return thread;
  }

  /** Loads classes, which must not count. */
  private static void warmUp() throws Exception {
    Duration limit = Duration.ofMillis(50);
    for (int i = 0; i < 3; i++) {
      measure(List.of(waitsForAStore(limit, false), anotherWorker(), listener(), segment()));
    }
  }

  /** Measures again what is inconclusive, without the rest, which may be what makes it late. */
  private static List<Result> measureConclusively(List<Row> rows) throws Exception {
    List<Result> results = measure(rows);
    for (int i = 1; i < Limits.TRIES; i++) {
      List<Result> again = measureAll(inconclusive(results));
      results =
          Stream.concat(results.stream().filter(r -> !r.isInconclusive()), again.stream()).toList();
    }
    return results;
  }

  private static List<Running> inconclusive(List<Result> results) {
    return results.stream()
        .filter(Result::isInconclusive)
        .map(result -> new Running(result.row, result.fault, null))
        .toList();
  }

  private static List<Result> measure(List<Row> rows) throws Exception {
    return measureAll(longestFirst(rows));
  }

  private static List<Result> measureAll(List<Running> cells) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool(LimitsTest::daemon);
    try (Machine machine = new Machine()) {
      List<Running> running = new ArrayList<>();
      for (Running each : cells) {
        running.add(each.begun(threads));
        park(STAGGER);
      }
      List<Result> results = new ArrayList<>();
      for (Running each : running) {
        Outcome outcome = each.outcome();
        Duration delay = machine.longestDelay(outcome.begun, outcome.ended);
        results.add(new Result(each.row, each.fault, outcome, delay));
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  private record Running(Row row, Fault fault, Future<Outcome> future) {

    Running begun(ExecutorService threads) {
      return new Running(row, fault, threads.submit(() -> row.measure(fault)));
    }

    Duration latest() {
      return row.cells.get(fault).latest;
    }

    Outcome outcome() throws Exception {
      try {
        return future.get(NO_END.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return new Outcome(0, e, NO_END.toNanos());
      }
    }
  }

  private static List<Running> longestFirst(List<Row> rows) {
    return rows.stream()
        .flatMap(row -> row.cells.keySet().stream().map(fault -> new Running(row, fault, null)))
        .sorted(Comparator.comparing(Running::latest).reversed())
        .toList();
  }

  // How they are shown

  private static String table(List<Row> rows, List<Result> results) {
    List<String> reasons = new ArrayList<>();
    StringBuilder text = new StringBuilder("| limit | ");
    text.append(Arrays.stream(Fault.values()).map(f -> f.title).collect(Collectors.joining(" | ")));
    text.append(" |\n|---").append("|---".repeat(Fault.values().length)).append("|\n");
    for (Row row : rows) {
      text.append("| ").append(row.title());
      for (Fault fault : Fault.values()) {
        text.append(" | ").append(cell(row, fault, results, reasons));
      }
      text.append(" |\n");
    }
    text.append('\n').append(results.size()).append(" cells are measured. Dashes:\n\n");
    for (int i = 0; i < reasons.size(); i++) {
      text.append(i + 1).append(". ").append(reasons.get(i)).append('\n');
    }
    return text.toString();
  }

  private static String cell(Row row, Fault fault, List<Result> results, List<String> reasons) {
    String reason = row.dashes.get(fault);
    if (reason == null) {
      return results.stream()
          .filter(result -> result.row == row && result.fault == fault)
          .map(Result::text)
          .findFirst()
          .orElseThrow();
    }
    if (!reasons.contains(reason)) {
      reasons.add(reason);
    }
    return "– (" + (reasons.indexOf(reason) + 1) + ")";
  }

  // What they are measured with

  private static void hang() {
    boolean interrupted = false;
    while (true) {
      try {
        END.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void park(Duration time) {
    long begun = System.nanoTime();
    for (long left = time.toNanos(); left > 0; left = begun + time.toNanos() - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** A generator's store, clock and threads, which one fault befalls. */
  static final class Rig implements Scheduler {

    enum Fault {
      NONE("no fault"),
      HUNG("store hung"),
      SLOW("slow: 0.7 of the limit"),
      FAILING("store failing"),
      DISK_FULL("disk full"),
      NO_THREADS("no threads"),
      NO_FILES("no file descriptors");

      final String title;

      Fault(String title) {
        this.title = title;
      }
    }

    final Fault fault;
    final Duration late;
    final Clock clock = new Clock();
    Store store = new Store(new MemoryWorkerSource(InstantSource.system()));
    volatile boolean isWithoutThreads;
    private final AtomicInteger running = new AtomicInteger();
    private volatile Runnable onSegment = () -> {};

    private MonotonicTime monotonic = MonotonicTime.SYSTEM;
    private Path directory;

    /** A lock out of reach would be released. */
    private ProcessFileLock occupied;

    Rig(Fault fault, Duration late) {
      this.fault = fault;
      this.late = late;
      RIGS.add(this);
    }

    Rig at(MonotonicTime time) {
      monotonic = time;
      return this;
    }

    Path directory() throws IOException {
      if (directory == null) {
        directory = Files.createTempDirectory(DIRECTORIES, "limits");
      }
      return directory;
    }

    /** A generator whose limits are those that hold unless they are set. */
    Snowflake.Builder defaults() {
      return Snowflake.builder()
          .worker(store)
          .clock(clock)
          .monotonicTime(monotonic)
          .scheduler(this)
          .owner("host");
    }

    Snowflake.Builder builder() {
      return defaults().horizon(HORIZON);
    }

    /** A generator that has nowhere to go if its clock steps back. */
    Snowflake.Builder oneLane() {
      Layout layout =
          Layout.builder().time(41).worker(4).sequence(4).epoch(Layout.DEFAULT.epoch()).build();
      return builder().layout(layout).maxLead(Duration.ZERO).rollbackPolicy(RollbackPolicy.WAIT);
    }

    Snowflake open(Snowflake.Builder builder) {
      Snowflake ids = builder.build();
      ids.nextId();
      return ids;
    }

    @Override
    public Future<?> schedule(Runnable task, Duration delay) {
      return isWithoutThreads
          ? new CompletableFuture<>()
          : Threads.SHARED.schedule(() -> run(task), delay);
    }

    private void run(Runnable task) {
      running.incrementAndGet();
      if (!isWithoutThreads) {
        task.run();
      }
      running.decrementAndGet();
    }

    /**
     * A thread that is about to end still does what is asked for now, so it has to be gone. That of
     * a listener may hang.
     */
    private void loseThreads() {
      isWithoutThreads = true;
      for (int i = 0; i < 500 && running.get() > 0; i++) {
        park(Duration.ofMillis(1));
      }
    }

    /** Lets the fault begin. */
    void suffer() {
      switch (fault) {
        case HUNG -> everyCall(LimitsTest::hang);
        case SLOW -> everyCall(() -> park(late));
        case FAILING -> everyCall(failing(new IOException("Connection refused")));
        case DISK_FULL -> {
          everyCall(failing(new FileSystemException("f", null, "No space left on device")));
          store.onLook = () -> {}; // which writes nothing
        }
        case NO_FILES ->
            everyCall(failing(new FileSystemException("f", null, "Too many open files")));
        case NO_THREADS -> loseThreads();
        case NONE -> {}
      }
    }

    private void everyCall(Runnable act) {
      onSegment = act;
      store.onAcquire = act;
      store.onWrite = act;
      store.onLook = act;
    }

    private static Runnable failing(IOException cause) {
      return () -> {
        throw new WorkerSourceException("store failed: " + cause, cause);
      };
    }

    /** Makes a call whose reading of the clock hangs, with the lock of the lanes held. */
    void occupyClock(Snowflake ids) throws InterruptedException {
      CountDownLatch begins = new CountDownLatch(1);
      Thread caller = daemon(() -> time(() -> ids.nextIds(new long[100_000])));
      clock.onReading =
          Clock.isSecondOf(
              caller,
              () -> {
                begins.countDown();
                hang();
              });
      caller.start();
      begins.await();
    }

    /** Has a lock, and lets another call wait for it in vain; a slow holder releases it later. */
    void occupyLock(Path file, Duration waiting) throws IOException {
      occupied = ProcessFileLock.tryLock(file);
      Thread first = daemon(() -> time(() -> ProcessFileLock.lock(file, waiting)));
      first.start();
      await().atMost(ofMinutes(1)).until(() -> LockSupport.getBlocker(first) != null);
      if (fault == Fault.SLOW) {
        daemon(this::releaseLate).start();
      }
    }

    private void releaseLate() {
      park(late);
      time(occupied::release);
    }

    /** A source in memory whose draws and give-backs fail as the store does. */
    SegmentSource segments() {
      return disturbed(
          SegmentSource.class,
          SegmentSource.inMemory(),
          method -> {
            if (method.equals("draw") || method.equals("returnUnused")) {
              disturb(failure -> new SegmentSourceException("store failed", failure));
            }
          });
    }

    /** Lets the fault begin after the next draw. */
    void sufferAfterADraw() {
      onSegment = this::suffer;
    }

    private void disturb(Function<RuntimeException, RuntimeException> asStore) {
      try {
        onSegment.run();
      } catch (WorkerSourceException e) {
        throw asStore.apply(e);
      }
    }

    private static <T> T disturbed(Class<T> type, T target, Consumer<String> before) {
      return type.cast(
          Proxy.newProxyInstance(
              LimitsTest.class.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, args) -> {
                if (method.getDeclaringClass() == type) {
                  before.accept(method.getName());
                }
                try {
                  return method.invoke(target, args);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }));
    }
  }

  /** A clock that can be moved, stopped, and made to hang. */
  private static final class Clock implements InstantSource {

    volatile Runnable onReading = () -> {};
    private long offset;
    private long peak;
    private long stillAt;
    private long proceedsAt;
    private long stepAtPeak;

    /** Acts in the second reading of a thread: the first one is made without a lock. */
    static Runnable isSecondOf(Thread caller, Runnable act) {
      int[] readings = {0};
      return () -> {
        if (Thread.currentThread() == caller && ++readings[0] == 2) {
          act.run();
        }
      };
    }

    synchronized void move(Duration by) {
      offset += by.toMillis();
    }

    /** Stands still for a while, before the present time, and then shows the right time again. */
    synchronized void standBehind(Duration gap, Duration time) {
      stillAt = now() - gap.toMillis();
      proceedsAt = now() + time.toMillis();
    }

    /** Steps back, and when it has caught up, it moves again. */
    synchronized void stepBack(Duration back, Duration then) {
      peak = now();
      offset -= back.toMillis();
      stepAtPeak = then.toMillis();
    }

    private long now() {
      return System.currentTimeMillis() + offset;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
      onReading.run();
      return shown();
    }

    private synchronized long shown() {
      long shown = now();
      if (shown < proceedsAt) {
        return stillAt;
      }
      if (stepAtPeak != 0 && shown > peak) {
        peak = shown;
        offset += stepAtPeak;
      }
      return shown;
    }
  }

  /** A worker source whose calls are disturbed. */
  private static final class Store implements WorkerSource {

    private final WorkerSource source;
    volatile Runnable onAcquire = () -> {};
    volatile Runnable onWrite = () -> {};
    volatile Runnable onLook = () -> {};

    /** When the last write that succeeded began. */
    volatile long writtenAt;

    Store(WorkerSource source) {
      this.source = source;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
      onAcquire.run();
      return new Disturbed(source.acquire(request));
    }

    private final class Disturbed extends ForwardingLease {

      Disturbed(WorkerLease lease) {
        super(lease);
      }

      @Override
      public boolean extend(long[] lastTicks) {
        long begun = System.nanoTime();
        onWrite.run();
        boolean isHeld = lease.extend(lastTicks);
        writtenAt = begun;
        return isHeld;
      }

      @Override
      public void release(long[] lastTicks) {
        onWrite.run();
        lease.release(lastTicks);
      }

      @Override
      public Optional<Duration> recheckAfter() {
        return lease.recheckAfter();
      }

      @Override
      public boolean isHeld() {
        onLook.run();
        return lease.isHeld();
      }
    }
  }

  /** A store of records that is a map. */
  private static final class MapRecords implements WorkerRecords<RuntimeException> {

    private final ConcurrentSkipListMap<Integer, WorkerRecord> map = new ConcurrentSkipListMap<>();

    @Override
    public NamespaceSnapshot read() {
      return new NamespaceSnapshot(map, Instant.now());
    }

    @Override
    public NamespaceSnapshot read(int worker) {
      return new NamespaceSnapshot(map.subMap(worker, true, worker, true), Instant.now());
    }

    @Override
    public boolean insert(WorkerRecord record) {
      return map.putIfAbsent(record.worker(), record) == null;
    }

    @Override
    public boolean update(WorkerRecord record) {
      return map.replace(record.worker(), record) != null;
    }
  }
}
