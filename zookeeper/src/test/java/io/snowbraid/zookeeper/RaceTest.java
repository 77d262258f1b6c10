package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.testing.TestOutput;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.curator.test.InstanceSpec;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Has generators issue ids while servers die and clocks step. */
@Tag("slow")
class RaceTest {

  private static final int HOSTS = 3;
  private static final int BLOCK = 100;
  private static final int MIN_IDS = 10_000;
  private static final int KILLS = 6;
  private static final int FEW_KILLS = 3;

  /** How often ids are asked for, in all, before a server is killed, and before it is restored. */
  private static final int CALLS_BEFORE_KILL = 3_000;

  private static final int CALLS_BEFORE_RESTORE = 1_000;
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
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean isOver;

    Host(ZooKeeperWorkerSource source, long seed) {
      this.source = source;
      this.random = new Random(seed);
    }

    Host run() {
      while (!isOver) {
        generate(next());
      }
      all.forEach(Snowflake::close);
      return this;
    }

    /** Returns a new generator; or an older one, if these hold all workers. */
    private Snowflake next() {
      while (true) {
        try {
          return build();
        } catch (NoWorkerAvailableException e) {
          calls.incrementAndGet();
          if (!all.isEmpty()) {
            return any();
          }
        }
      }
    }

    private Snowflake any() {
      return all.get(random.nextInt(all.size()));
    }

    private Snowflake build() {
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

    private void generate(Snowflake generator) {
      int blocks = 100 + random.nextInt(1_000);
      for (int i = 0; i < blocks && !isOver; i++) {
        if (random.nextInt(50) == 0) {
          clock.step(random.nextLong(-10_000, 10_000));
        }
        // older generators are zombies that wake up
        issue(random.nextInt(10) == 0 ? any() : generator);
        LockSupport.parkNanos(1_000_000);
      }
      if (random.nextBoolean()) {
        generator.close();
        all.remove(generator);
      }
    }

    private void issue(Snowflake generator) {
      calls.incrementAndGet();
      try {
        issued.add(generator.nextIds(BLOCK));
        answers.incrementAndGet();
      } catch (SnowbraidException e) {
        return; // as it may while servers are down
      }
    }
  }

  @Test
  void noIdIsIssuedTwiceWhileServersDieAndClocksStep() throws Exception {
    requireUnique(race(KILLS, (source, host) -> source));
  }

  @Test
  void checkerRejectsHostsThatDoNotSeeEachOthersWorkers() throws Exception {
    long[] ids =
        race(FEW_KILLS, (source, host) -> source.withNamespace("host-" + host).withWorkers("0-2"));
    assertThat(ids.length).as("ids, seed=" + seed).isGreaterThan(MIN_IDS);
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> requireUnique(ids));
  }

  private long[] race(
      int kills, BiFunction<ZooKeeperWorkerSource, Integer, ZooKeeperWorkerSource> sources)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(HOSTS);
    try (Ensemble ensemble = new Ensemble();
        Clients clients = new Clients()) {
      List<Host> hosts =
          IntStream.range(0, HOSTS)
              .mapToObj(i -> new Host(sources.apply(source(clients, ensemble), i), seed + i))
              .toList();
      List<Future<Host>> running = hosts.stream().map(host -> threads.submit(host::run)).toList();
      kill(kills, ensemble, hosts);
      await(() -> sum(hosts, host -> host.answers) * BLOCK > MIN_IDS);
      hosts.forEach(host -> host.isOver = true);
      List<long[]> issued = new ArrayList<>();
      for (Future<Host> host : running) {
        issued.addAll(host.get().issued);
      }
      long[] ids = issued.stream().flatMapToLong(Arrays::stream).toArray();
      TestOutput.show(
          "ids=%d, calls=%d, seed=%d".formatted(ids.length, sum(hosts, host -> host.calls), seed));
      return ids;
    } finally {
      threads.shutdownNow();
    }
  }

  private static ZooKeeperWorkerSource source(Clients clients, Ensemble ensemble) {
    return ZooKeeperWorkerSource.of(clients.open(ensemble.addresses())).withWorkers("0-9");
  }

  private void kill(int kills, Ensemble ensemble, List<Host> hosts) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < kills; i++) {
      awaitCalls(CALLS_BEFORE_KILL, hosts);
      InstanceSpec victim =
          random.nextBoolean() ? ensemble.leader() : ensemble.servers().get(random.nextInt(3));
      ensemble.kill(victim);
      awaitCalls(CALLS_BEFORE_RESTORE, hosts);
      ensemble.restore();
    }
  }

  private static void awaitCalls(int count, List<Host> hosts) {
    int enough = sum(hosts, host -> host.calls) + count;
    await(() -> sum(hosts, host -> host.calls) >= enough);
  }

  private static int sum(List<Host> hosts, Function<Host, AtomicInteger> counts) {
    return hosts.stream().map(counts).mapToInt(AtomicInteger::get).sum();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition);
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
