package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.worker.MemoryWorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Issues a hundred million ids on two hosts, whose store hangs, fails, loses answers and presumes
 * them dead, and whose clocks are changed. All ids are compared; ids may decrease only where a
 * clock stepped back.
 */
@Tag("endurance")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class FaultEnduranceTest {

  private static final int IDS = Integer.getInteger("ids", 100_000_000);
  private static final int HOSTS = 2;
  private static final int THREADS_OF_HOST = 4;
  private static final Duration HORIZON = Duration.ofSeconds(2);
  private static final long NOTABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private enum Fault {
    NONE,
    STORE_HANGS_SHORTLY,
    STORE_HANGS_BEYOND_THE_HORIZON,
    STORE_FAILS,
    STORE_THROWS_ERRORS,
    ANSWERS_ARE_LOST,
    WORKER_IS_TAKEN,
    CLOCK_AN_HOUR_BACK,
    CLOCK_IN_SMALL_STEPS_BACK;

    /** Returns how long the fault lasts. */
    Duration time() {
      return this == STORE_HANGS_BEYOND_THE_HORIZON
          ? HORIZON.multipliedBy(2)
          : HORIZON.dividedBy(4);
    }

    boolean isOfTheClock() {
      return this == CLOCK_AN_HOUR_BACK || this == CLOCK_IN_SMALL_STEPS_BACK;
    }
  }

  /** What a thread observed: ids that decreased, or a time without ids. */
  private record Finding(Fault fault, boolean fell, long nanos) {}

  private final Random random = new Random(Long.getLong("seed", System.nanoTime()));
  private final MemoryWorkerSource store = new MemoryWorkerSource(InstantSource.system());
  private volatile Fault fault = Fault.NONE;

  /** The fault that began last; its effect may show only after it has ended. */
  private volatile Fault latest = Fault.NONE;

  private volatile long offsetMillis;

  private <T> T call(Supplier<T> work) {
    Fault present = fault;
    while (present.name().startsWith("STORE_HANGS") && fault == present) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    if (present == Fault.STORE_FAILS) {
      throw FaultyWorkerSource.failure("store fails");
    } else if (present == Fault.STORE_THROWS_ERRORS) {
      throw new NoClassDefFoundError("on purpose, for a test");
    }
    T answer = work.get();
    if (present == Fault.ANSWERS_ARE_LOST) {
      throw FaultyWorkerSource.failure("answer is lost");
    }
    return answer;
  }

  private long millis() {
    long now = System.currentTimeMillis();
    return now + offsetMillis - (fault == Fault.CLOCK_IN_SMALL_STEPS_BACK ? now % 3 * 300 : 0);
  }

  private InstantSource clock() {
    return () -> Instant.ofEpochMilli(millis());
  }

  /** One thread of one host. */
  private final class Caller extends Thread {

    final long[] ids = new long[IDS / HOSTS / THREADS_OF_HOST];
    final List<Finding> findings = new ArrayList<>();
    private final Snowflake generator;
    private int count;
    private long lastAt;

    Caller(Snowflake generator) {
      this.generator = generator;
    }

    @Override
    public void run() {
      lastAt = System.nanoTime();
      while (count < ids.length) {
        try {
          take();
        } catch (SnowbraidException e) { // the time without ids is measured
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        if (count % 200 == 0) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
      }
    }

    private void take() {
      long id = generator.nextId();
      long now = System.nanoTime();
      Fault during = latest; // read after the call, because it may have begun during it
      if (now - lastAt > NOTABLE_NANOS) {
        findings.add(new Finding(during, false, now - lastAt));
      }
      if (count > 0 && id <= ids[count - 1]) {
        findings.add(new Finding(during, true, 0));
      }
      lastAt = now;
      ids[count++] = id;
    }
  }

  @Test
  void idsDifferAndFallOnlyWithTheClock() throws Exception {
    List<Snowflake> hosts = IntStream.range(0, HOSTS).mapToObj(this::host).toList();
    List<Caller> callers =
        hosts.stream()
            .flatMap(host -> IntStream.range(0, THREADS_OF_HOST).mapToObj(i -> new Caller(host)))
            .toList();
    callers.forEach(Thread::start);
    Map<Fault, Integer> times = disturb(callers);
    for (Caller caller : callers) {
      caller.join();
    }
    hosts.forEach(Snowflake::close);
    report(callers, times);
    long[] all = callers.stream().flatMapToLong(caller -> LongStream.of(caller.ids)).toArray();
    IdChecker.requireUnique(all, IDS / 2);
  }

  private Snowflake host(int number) {
    return Snowflake.builder()
        .worker(new FaultyWorkerSource(store, this::call, UnaryOperator.identity()))
        .clock(clock())
        .horizon(HORIZON)
        .owner("host-" + number)
        .build();
  }

  private Map<Fault, Integer> disturb(List<Caller> callers) throws InterruptedException {
    Map<Fault, Integer> times = new EnumMap<>(Fault.class);
    while (callers.stream().anyMatch(Thread::isAlive)) {
      Fault next = Fault.values()[random.nextInt(Fault.values().length)];
      times.merge(next, 1, Integer::sum);
      begin(next);
      Thread.sleep(next.time().toMillis());
      fault = Fault.NONE;
      offsetMillis = 0;
      Thread.sleep(HORIZON.toMillis() + random.nextInt(500)); // until grants are as before
    }
    return times;
  }

  private void begin(Fault next) {
    latest = next;
    fault = next;
    offsetMillis = next == Fault.CLOCK_AN_HOUR_BACK ? -3_600_000 : 0;
    if (next == Fault.WORKER_IS_TAKEN) {
      IntStream.range(0, HOSTS).forEach(worker -> expire(worker));
    }
  }

  /** Another holder takes the worker and releases it. */
  private void expire(int worker) {
    store.expire(worker);
    try (Snowflake other =
        Snowflake.builder().worker(store).clock(clock()).owner("host-" + worker).build()) {
      other.nextId();
    }
  }

  private static void report(List<Caller> callers, Map<Fault, Integer> times) {
    System.out.printf("%n%-32s %5s  longest time without ids, falls%n", "fault", "times");
    times.forEach(
        (fault, count) -> {
          List<Finding> findings =
              callers.stream().flatMap(each -> each.findings.stream()).toList().stream()
                  .filter(each -> each.fault() == fault)
                  .toList();
          LongSummaryStatistics gaps =
              findings.stream().mapToLong(Finding::nanos).summaryStatistics();
          long falls = findings.stream().filter(Finding::fell).count();
          System.out.printf(
              "%-32s %5d  %,d ms, %d%n",
              fault, count, Math.max(0, gaps.getMax()) / 1_000_000, falls);
          assertThat(falls == 0 || fault.isOfTheClock()).as("ids fell: " + fault).isTrue();
        });
  }
}
