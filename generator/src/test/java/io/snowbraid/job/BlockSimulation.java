package io.snowbraid.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.RecordedWorkers;
import io.snowbraid.worker.record.WorkerRecord;
import io.snowbraid.worker.record.WorkerRecords;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Processes claim blocks of few names, and lease workers, from one store: in any order of their
 * calls, some of which fail, lose their reply, happen later, or are the last of their process.
 */
final class BlockSimulation {

  private static final int PROCESSES = 4;
  private static final int CLAIMS = 6;
  private static final int NAMES = 3;
  private static final Layout LAYOUT =
      Layout.parse("time=41,timeline=1,worker=6,sequence=2,epoch=2025-01-01T00:00:00Z");

  /** A way to claim a block; broken ones must be noticed. */
  interface Claimer {
    IdBlock claim(WorkerSource source, IdBlocks blocks, String name, long size);
  }

  /** Thrown out of a process that has crashed. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Random random;
  private final Claimer claimer;
  private final TestClock clock = new TestClock();
  private final Map<Integer, WorkerRecord> map = new TreeMap<>();
  private final Deque<BooleanSupplier> late = new ArrayDeque<>();
  private final Turns turns = new Turns();
  private final Map<Long, String> owners = new HashMap<>();
  private final Map<String, String> claimed = new HashMap<>();
  private final Set<Integer> leased = new HashSet<>();
  private boolean isCalm;
  private int executed;

  BlockSimulation(long seed, Claimer claimer) {
    this.random = new Random(seed);
    this.claimer = claimer;
  }

  /** Lets one thread run at a time, chosen by the seed. */
  private final class Turns {

    private final Semaphore[] turns = new Semaphore[PROCESSES];
    private final Semaphore back = new Semaphore(0);
    private final ThreadLocal<Integer> own = new ThreadLocal<>();

    void pause() {
      if (!isCalm) {
        back.release();
        turns[own.get()].acquireUninterruptibly();
      }
    }

    void run(Runnable process) throws Exception {
      ExecutorService threads = Executors.newFixedThreadPool(PROCESSES);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < PROCESSES; i++) {
        int number = i;
        turns[i] = new Semaphore(0);
        running.add(
            threads.submit(
                () -> {
                  turns[number].acquireUninterruptibly();
                  own.set(number);
                  try {
                    process.run();
                  } finally {
                    back.release();
                  }
                }));
      }
      List<Integer> alive = new ArrayList<>(List.of(0, 1, 2, 3));
      while (!alive.isEmpty()) {
        int next = alive.get(random.nextInt(alive.size()));
        turns[next].release();
        back.acquireUninterruptibly();
        // a process that has ended has given its last turn back
        alive.removeIf(number -> number == next && isDone(running.get(number), number));
        if (random.nextInt(4) == 0 && !late.isEmpty()) {
          executed += late.poll().getAsBoolean() ? 1 : 0;
        }
      }
      threads.shutdown();
      for (Future<?> process1 : running) {
        process1.get();
      }
    }

    private boolean isDone(Future<?> process, int number) {
      while (!process.isDone() && !turns[number].hasQueuedThreads()) {
        Thread.onSpinWait(); // it either ends or waits for its next turn
      }
      return !turns[number].hasQueuedThreads();
    }
  }

  /** The store of one process, whose calls may go wrong in every way. */
  private final class Store implements WorkerRecords<RuntimeException> {

    @Override
    public NamespaceSnapshot read() {
      turns.pause();
      failSometimes();
      return new NamespaceSnapshot(new TreeMap<>(map), clock.instant());
    }

    @Override
    public NamespaceSnapshot read(int worker) {
      turns.pause();
      failSometimes();
      TreeMap<Integer, WorkerRecord> found = new TreeMap<>(map);
      found.keySet().retainAll(Set.of(worker));
      return new NamespaceSnapshot(found, clock.instant());
    }

    @Override
    public boolean insert(WorkerRecord record) {
      return write(() -> map.putIfAbsent(record.worker(), record) == null);
    }

    @Override
    public boolean update(WorkerRecord record) {
      return write(() -> replace(record));
    }

    private boolean replace(WorkerRecord record) {
      WorkerRecord present = map.get(record.worker());
      boolean isExpected = present != null && present.fence() == record.fence() - 1;
      if (isExpected) {
        map.put(record.worker(), record);
      }
      return isExpected;
    }

    private boolean write(BooleanSupplier work) {
      turns.pause();
      failSometimes();
      int fate = isCalm ? 9 : random.nextInt(20);
      if (fate == 0) {
        late.add(work);
        throw new IllegalStateException("no answer yet");
      }
      boolean done = work.getAsBoolean();
      if (fate == 1) {
        throw new IllegalStateException("reply is lost");
      }
      if (fate == 2) {
        throw new Crash();
      }
      return done;
    }

    private void failSometimes() {
      if (!isCalm && random.nextInt(40) == 0) {
        throw new IllegalStateException("no connection");
      }
    }
  }

  /**
   * Runs the processes; throws an AssertionError if a promise is broken.
   *
   * @return how many writes succeeded after their caller had given them up
   */
  int run() throws Exception {
    turns.run(this::process);
    isCalm = true;
    while (!late.isEmpty()) {
      executed += late.poll().getAsBoolean() ? 1 : 0;
    }
    for (int name = 0; name < NAMES; name++) {
      claim(new RecordingSource(), "name " + name);
    }
    return executed;
  }

  /** A source of one process. */
  private final class RecordingSource {
    private final WorkerSource source = RecordedWorkers.of(new Store(), "default");
    private final IdBlocks blocks = IdBlocks.open(source, LAYOUT).withClock(clock);
  }

  private void process() {
    RecordingSource source = new RecordingSource();
    for (int i = 0; i < CLAIMS; i++) {
      clock.move(Duration.ofMillis(random.nextInt(5) - 2));
      try {
        if (random.nextInt(4) == 0) {
          lease(source.source);
        } else {
          claim(source, "name " + random.nextInt(NAMES));
        }
      } catch (WorkerSourceException | NoWorkerAvailableException e) {
        turns.pause(); // the job tries again
      } catch (Crash e) {
        source = new RecordingSource();
      }
    }
  }

  private void lease(WorkerSource source) {
    int lanes = LAYOUT.rollbacks() * LAYOUT.timelines();
    leased.add(
        source
            .acquire(
                new WorkerRequest(
                    LAYOUT.toString(), LAYOUT.workers(), lanes, 5, Duration.ofHours(1), "host"))
            .worker());
  }

  private void claim(RecordingSource source, String name) {
    long size = 1 + name.getBytes(UTF_8)[5] % 3 * 5L;
    IdBlock block = claimer.claim(source.source, source.blocks, name, size);
    String before = claimed.putIfAbsent(name, block.toString());
    if (before != null && !before.equals(block.toString())) {
      throw new AssertionError("name has two blocks: " + before + ", " + block);
    }
    for (long n = 0; n < size; n++) {
      String owner = owners.putIfAbsent(block.id(n), name);
      if (owner != null && !owner.equals(name)) {
        throw new AssertionError("id issued twice: " + block.id(n) + " in " + owner + ", " + name);
      }
      if (leased.contains(LAYOUT.decode(block.id(n)).worker())) {
        throw new AssertionError("worker of a generator: " + block);
      }
    }
  }

  /** Claims as the product does. */
  static IdBlock asItShould(WorkerSource source, IdBlocks blocks, String name, long size) {
    return blocks.claim(name, size);
  }

  /** Returns the block although its name may not have been recorded. */
  static IdBlock beforeItsName(WorkerSource source, IdBlocks blocks, String name, long size) {
    NamedBlock block = named(name, size, claimTicks(source, size));
    try {
      source.blockNames().insert(block);
    } catch (WorkerSourceException | Crash e) {
      return new IdBlock(block, LAYOUT); // hands it out all the same
    }
    return source.blockNames().find(name).map(found -> new IdBlock(found, LAYOUT)).orElseThrow();
  }

  /** Records the name first, with ticks that are free as long as nobody else claims. */
  static IdBlock beforeItsTicks(WorkerSource source, IdBlocks blocks, String name, long size) {
    return source
        .blockNames()
        .find(name)
        .map(found -> new IdBlock(found, LAYOUT))
        .orElseGet(
            () -> {
              List<LaneClaim> seen = new ArrayList<>();
              try {
                source.claim(request(), lanes -> peek(lanes, size, seen));
              } catch (WorkerSourceException e) {
                if (seen.isEmpty()) {
                  throw e;
                }
              }
              NamedBlock block = named(name, size, seen.get(seen.size() - 1));
              boolean isNew = source.blockNames().insert(block);
              source.claim(request(), lanes -> Optional.of(block.claim()));
              return isNew ? new IdBlock(block, LAYOUT) : blocks.claim(name, size);
            });
  }

  private static Optional<LaneClaim> peek(
      SortedMap<Integer, List<Long>> lanes, long size, List<LaneClaim> seen) {
    choice(size).of(lanes).ifPresent(seen::add);
    return Optional.empty();
  }

  private static LaneClaim claimTicks(WorkerSource source, long size) {
    return source.claim(request(), choice(size));
  }

  private static LaneClaim.Choice choice(long size) {
    return LaneClaim.earliest(5, (size - 1) / LAYOUT.sequences() + 1, LAYOUT.lastTick());
  }

  private static WorkerRequest request() {
    int lanes = LAYOUT.rollbacks() * LAYOUT.timelines();
    return new WorkerRequest(
        LAYOUT.toString(), LAYOUT.workers(), lanes, 5, Duration.ofMinutes(1), "job");
  }

  private static NamedBlock named(String name, long size, LaneClaim claim) {
    return new NamedBlock(name, LAYOUT.toString(), size, claim, TestClock.START);
  }
}
