package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.NoWorkerAvailableException;
import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.curator.test.InstanceSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Has generators issue ids while servers die and clocks step. */
@Tag("slow")
class RaceTest {

  private static final int HOSTS = 3;
  private static final int MIN_IDS = 10_000;
  private static final Duration LENGTH = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration HORIZON = Duration.ofSeconds(2);

  private final long seed = Long.getLong("seed", System.nanoTime());

  /** A clock that steps. */
  private static final class SteppingClock implements InstantSource {

    private volatile long offsetMillis;

    void step(long millis) {
      offsetMillis = millis;
    }

    @Override
    public Instant instant() {
      return Instant.now().plusMillis(offsetMillis);
    }
  }

  /** Issues ids with one generator after another; some are abandoned without a release. */
  private static final class Host {

    private final ZooKeeperWorkerSource source;
    private final Random random;
    private final SteppingClock clock = new SteppingClock();
    private final List<Snowflake> all = new ArrayList<>();
    private final List<long[]> issued = new ArrayList<>();
    private int failures;

    Host(ZooKeeperWorkerSource source, long seed) {
      this.source = source;
      this.random = new Random(seed);
    }

    Host runUntil(long end) {
      while (System.nanoTime() < end) {
        try {
          generate(next(), end);
        } catch (NoWorkerAvailableException e) {
          failures++;
        }
      }
      all.forEach(Snowflake::close);
      return this;
    }

    private Snowflake next() {
      Snowflake generator =
          Snowflake.builder()
              .worker(source)
              .clock(clock)
              .horizon(HORIZON)
              .startWait(HORIZON)
              .build();
      all.add(generator);
      return generator;
    }

    private void generate(Snowflake generator, long end) {
      int blocks = 100 + random.nextInt(1_000);
      for (int i = 0; i < blocks && System.nanoTime() < end; i++) {
        if (random.nextInt(50) == 0) {
          clock.step(random.nextLong(-10_000, 10_000));
        }
        // older generators are zombies that wake up
        issue(random.nextInt(10) == 0 ? all.get(random.nextInt(all.size())) : generator);
        LockSupport.parkNanos(1_000_000);
      }
      if (random.nextBoolean()) {
        generator.close();
        all.remove(generator);
      }
    }

    private void issue(Snowflake generator) {
      try {
        issued.add(generator.nextIds(100));
      } catch (SnowbraidException e) {
        failures++;
      }
    }
  }

  @Test
  void noIdIsIssuedTwiceWhileServersDieAndClocksStep() throws Exception {
    requireUnique(race(LENGTH, (source, host) -> source));
  }

  @Test
  void checkerRejectsHostsThatDoNotSeeEachOthersWorkers() throws Exception {
    long[] ids =
        race(SHORT, (source, host) -> source.withNamespace("host-" + host).withWorkers("0-2"));
    assertThat(ids.length).as("ids, seed=" + seed).isGreaterThan(MIN_IDS);
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> requireUnique(ids));
  }

  private long[] race(
      Duration length, BiFunction<ZooKeeperWorkerSource, Integer, ZooKeeperWorkerSource> sources)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(HOSTS);
    try (Ensemble ensemble = new Ensemble();
        Clients clients = new Clients()) {
      long end = System.nanoTime() + length.toNanos();
      List<Future<Host>> hosts =
          IntStream.range(0, HOSTS)
              .mapToObj(i -> new Host(sources.apply(source(clients, ensemble), i), seed + i))
              .map(host -> threads.submit(() -> host.runUntil(end)))
              .toList();
      killUntil(end, ensemble);
      List<long[]> issued = new ArrayList<>();
      int failures = 0;
      for (Future<Host> host : hosts) {
        issued.addAll(host.get().issued);
        failures += host.get().failures;
      }
      long[] ids = issued.stream().flatMapToLong(Arrays::stream).toArray();
      System.out.printf("ids=%d, failures=%d, seed=%d%n", ids.length, failures, seed);
      return ids;
    } finally {
      threads.shutdownNow();
    }
  }

  private static ZooKeeperWorkerSource source(Clients clients, Ensemble ensemble) {
    return ZooKeeperWorkerSource.of(clients.open(ensemble.addresses())).withWorkers("0-9");
  }

  private void killUntil(long end, Ensemble ensemble) throws Exception {
    Random random = new Random(seed);
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(1_500_000_000);
      InstanceSpec victim =
          random.nextBoolean() ? ensemble.leader() : ensemble.servers().get(random.nextInt(3));
      ensemble.kill(victim);
      LockSupport.parkNanos(1_000_000_000);
      ensemble.restore();
    }
  }

  private void requireUnique(long[] ids) {
    assertThat(ids.length).as("ids, seed=" + seed).isGreaterThan(MIN_IDS);
    assertThat(LongStream.of(ids).distinct().count()).as("seed=" + seed).isEqualTo(ids.length);
  }

  @Test
  void checkerRejectsADuplicateAndTooFewIds() {
    long[] ids = LongStream.rangeClosed(0, MIN_IDS).toArray();
    requireUnique(ids);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> requireUnique(Arrays.copyOf(ids, MIN_IDS)));
    ids[7] = 8;
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> requireUnique(ids));
  }
}
