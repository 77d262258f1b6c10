package io.snowbraid.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A client whose threads take numbers of random keys all the time, and note what they get. */
final class Load implements AutoCloseable {

  /** Keys of slots all over the cluster; of some, three have their slot by a tag. */
  static final List<String> KEYS =
      IntStream.range(0, 120)
          .mapToObj(i -> i % 2 == 0 ? "key-" + i : "{user-" + i / 6 + "}:" + i)
          .toList();

  private static final int MAX = 10;
  private static final int LONGEST_REASON = 240;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final KeyClient.Kind kind;
  private final KeyClient client;
  private final List<CallLog> logs = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLongArray latest = new AtomicLongArray(KEYS.size());
  private final LongAdder calls = new LongAdder();
  private final Map<String, Integer> failures = new ConcurrentHashMap<>();
  private volatile boolean isEnding;

  private Load(KeyClient.Kind kind, List<Integer> ports) {
    this.kind = kind;
    this.client = kind.open(ports);
  }

  /** Starts a client that knows some ports of the cluster, and waits until it has used all keys. */
  static Load start(KeyClient.Kind kind, List<Integer> ports) throws InterruptedException {
    Load load = new Load(kind, ports);
    for (int i = 0; i < kind.threads; i++) {
      CallLog log = new CallLog();
      Thread thread = new Thread(() -> load.run(log), kind + "-" + i);
      thread.setDaemon(true);
      load.logs.add(log);
      load.threads.add(thread);
    }
    load.threads.forEach(Thread::start);
    load.awaitAllKeys();
    return load;
  }

  private void run(CallLog log) {
    try {
      while (!isEnding) {
        take(log, ThreadLocalRandom.current());
        if (!Cluster.IS_LONG) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(CallLog log, ThreadLocalRandom random) throws InterruptedException {
    int key = random.nextInt(kind.keys);
    int count = random.nextInt(MAX) == 0 ? 1 + random.nextInt(MAX) : 1;
    long begin = System.nanoTime();
    try {
      long last = client.take(KEYS.get(key), count);
      long end = System.nanoTime();
      log.add(key, new Call(begin, end, last, count));
      latest.accumulateAndGet(key, end, Math::max);
      calls.increment();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // a call that failed; it may be so
      failures.merge(reason(e), 1, Integer::sum);
    }
  }

  private static String reason(Exception e) {
    String text =
        Stream.concat(Stream.of(e), Stream.of(e.getSuppressed())) // why Jedis gave up
            .map(cause -> cause.getClass().getSimpleName() + ": " + cause.getMessage())
            .collect(Collectors.joining(" "));
    String plain = text.replaceAll("[0-9]+", "#");
    return plain.substring(0, Math.min(LONGEST_REASON, plain.length()));
  }

  /** Waits until each of its keys has got a number that was not asked for before now. */
  void awaitAllKeys() throws InterruptedException {
    long begin = System.nanoTime();
    while (IntStream.range(0, kind.keys).anyMatch(key -> latest.get(key) < begin)) {
      assertThat(System.nanoTime() - begin)
          .as("%s gets numbers of all keys; %s", kind, failures)
          .isLessThan(PATIENCE.toNanos());
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  KeyClient.Kind kind() {
    return kind;
  }

  /** Returns how many calls got numbers. */
  long calls() {
    return calls.sum();
  }

  /** Returns how many calls have failed, and why. */
  Map<String, Integer> failures() {
    return new TreeMap<>(failures);
  }

  /** Ends, and returns what its threads noted. */
  List<CallLog> end() throws InterruptedException {
    isEnding = true;
    for (Thread thread : threads) {
      thread.join();
    }
    return logs;
  }

  @Override
  public void close() {
    isEnding = true;
    client.close();
  }
}
