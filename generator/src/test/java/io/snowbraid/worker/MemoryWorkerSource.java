package io.snowbraid.worker;

import io.snowbraid.internal.LeaseStamps;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A source in memory, the model of all others; its store can be made to fail. */
public class MemoryWorkerSource implements WorkerSource {

  /** The record of one worker. */
  private static final class Row {
    private String owner = "";
    private String holder = "";
    private long[] lastTicks = {};
    private long expiresAt;
    private boolean released;
    private boolean reserved;
  }

  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Map<Integer, Row> rows = new TreeMap<>();
  private final Map<String, NamedBlock> blocks = new TreeMap<>();
  private String layout;
  private boolean broken;
  private boolean losesReply;

  /**
   * Creates an empty store.
   *
   * @param clock the clock of the store
   */
  public MemoryWorkerSource(InstantSource clock) {
    this.clock = clock;
  }

  /** Makes the store reject every call, or answer again. */
  public final void setBroken(boolean broken) {
    this.broken = broken;
  }

  /** Makes the store execute the next call without an answer. */
  public final void loseNextReply() {
    losesReply = true;
  }

  /** Makes the store presume the holder of a worker dead. */
  public final void expire(int worker) {
    rows.get(worker).expiresAt = Long.MIN_VALUE;
  }

  /** Makes all callers wait until the result is closed by the same thread. */
  public final AutoCloseable holdUp() {
    lock.lock();
    return lock::unlock;
  }

  final boolean isHeldUp() {
    return lock.isLocked();
  }

  /** Waits until the caller may ask for the lock, which is fair. */
  void awaitTurn() {}

  private <T> T call(Supplier<T> work) {
    awaitTurn();
    lock.lock();
    try {
      if (broken) {
        throw new WorkerSourceException("store is broken", new IllegalStateException("broken"));
      }
      T answer = work.get();
      if (losesReply) {
        losesReply = false;
        throw new WorkerSourceException("reply is lost", new IllegalStateException("lost"));
      }
      return answer;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public WorkerLease acquire(WorkerRequest request) {
    return call(
        () -> {
          requireLayout(request);
          int worker = choose(request);
          return new MemoryLease(worker, request);
        });
  }

  private void requireLayout(WorkerRequest request) {
    layout = layout == null ? request.layout() : layout;
    if (!layout.equals(request.layout()) && showsLayout(rows.keySet(), request)) {
      throw new WorkerSourceException(
          "namespace has a different layout: stored=" + layout + ", asked=" + request.layout());
    }
  }

  /** Returns whether one of the recorded workers shows which layout the namespace has. */
  boolean showsLayout(Set<Integer> recorded, WorkerRequest request) {
    return true;
  }

  private int choose(WorkerRequest request) {
    addNew(request);
    List<Integer> free =
        rows.keySet().stream()
            .filter(worker -> worker < request.workers() && isFree(rows.get(worker)))
            .filter(worker -> !request.excluded().contains(worker))
            .sorted(Comparator.comparing(worker -> rank(worker, request)))
            .toList();
    long unknown =
        request.workers() - rows.keySet().stream().filter(w -> w < request.workers()).count();
    if (free.isEmpty() || free.size() + unknown <= request.spare()) {
      throw new WorkersHeldException(
          "no worker is free: all " + request.workers() + " are held; wait");
    }
    return free.get(0);
  }

  /** Adds a row for the lowest worker that nobody ever held. */
  private void addNew(WorkerRequest request) {
    int worker = 0;
    while (rows.containsKey(worker) || request.excluded().contains(worker)) {
      worker++;
    }
    if (worker < request.workers()) {
      rows.put(worker, newRow(request));
    }
  }

  private static Row newRow(WorkerRequest request) {
    Row row = new Row();
    row.lastTicks = new long[request.lanes()];
    Arrays.fill(row.lastTicks, -1);
    row.expiresAt = Long.MIN_VALUE;
    return row;
  }

  private boolean isFree(Row row) {
    return !isReserved(row.reserved) && (row.released || row.expiresAt < clock.millis());
  }

  /** Returns whether a worker is kept from generators. */
  boolean isReserved(boolean forPast) {
    return forPast;
  }

  @Override
  public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
    return call(
        () -> {
          requireLayout(request);
          LaneClaim claim =
              choice.of(reserved(request)).orElseGet(() -> onNewWorker(request, choice));
          reserve(claim, request);
          return claim;
        });
  }

  private SortedMap<Integer, List<Long>> reserved(WorkerRequest request) {
    SortedMap<Integer, List<Long>> lanes = new TreeMap<>();
    rows.forEach(
        (worker, row) -> {
          if (isClaimable(row.reserved) && !request.excluded().contains(worker)) {
            lanes.put(worker, Arrays.stream(row.lastTicks).boxed().toList());
          }
        });
    return lanes;
  }

  private LaneClaim onNewWorker(WorkerRequest request, LaneClaim.Choice choice) {
    List<Long> unused = Collections.nCopies(request.lanes(), -1L);
    return IntStream.iterate(request.workers() - 1, worker -> worker >= 0, worker -> worker - 1)
        .filter(worker -> !rows.containsKey(worker) && !request.excluded().contains(worker))
        .boxed()
        .flatMap(worker -> choice.of(new TreeMap<>(Map.of(worker, unused))).stream())
        .findFirst()
        .orElseThrow(
            () -> new WorkerSourceException("no unused worker is left; use another namespace"));
  }

  @Override
  public BlockNames blockNames() {
    return new MemoryNames();
  }

  /** Records a block. */
  boolean record(NamedBlock block, Map<String, NamedBlock> named) {
    return named.putIfAbsent(block.name(), block) == null;
  }

  private final class MemoryNames implements BlockNames {

    @Override
    public Optional<NamedBlock> find(String name) {
      return call(() -> Optional.ofNullable(blocks.get(name)));
    }

    @Override
    public boolean insert(NamedBlock block) {
      return call(() -> record(block, blocks));
    }

    @Override
    public List<NamedBlock> list() {
      return call(() -> List.copyOf(blocks.values()));
    }

    @Override
    public boolean forget(String name) {
      return call(() -> blocks.remove(name) != null);
    }
  }

  /** Returns whether lanes of a worker with a record may be claimed. */
  boolean isClaimable(boolean forPast) {
    return forPast;
  }

  /** Records a claim. */
  void reserve(LaneClaim claim, WorkerRequest request) {
    Row row = rows.computeIfAbsent(claim.worker(), worker -> newRow(request));
    row.reserved = true;
    row.lastTicks[claim.lane()] = claim.lastTick();
  }

  /**
   * Returns the rank of a worker; lower is better. The order is: can issue now, same owner,
   * released, new, expired.
   */
  private int rank(int worker, WorkerRequest request) {
    Row row = rows.get(worker);
    boolean isOwn = row.owner.equals(request.owner());
    boolean isNew = row.owner.isEmpty();
    int rank = isOwn ? 0 : row.released ? 1 : isNew ? 2 : 3;
    return request.canIssueNow(row.lastTicks) ? rank : rank + 4;
  }

  /** Records a new holder of a worker. */
  void take(int worker, WorkerRequest request, String stamp) {
    Row row = rows.get(worker);
    row.owner = request.owner();
    row.holder = stamp;
    row.released = false;
    row.expiresAt = expiry(request);
  }

  private long expiry(WorkerRequest request) {
    long seconds = Math.min(request.horizon().toSeconds(), Integer.MAX_VALUE);
    return clock.millis() + seconds * 1_000;
  }

  /** Returns whether a holder may write. */
  boolean isHolder(int worker, LeaseStamps stamps) {
    return stamps.isOwn(rows.get(worker).holder);
  }

  /** Returns the ticks that a new holder gets. */
  long[] found(int worker) {
    return rows.get(worker).lastTicks.clone();
  }

  /** Clones a lease, as a snapshot of its memory does. */
  public static WorkerLease copyOf(WorkerLease lease) {
    return ((MemoryLease) lease).copy();
  }

  private final class MemoryLease implements WorkerLease {

    private final int worker;
    private final WorkerRequest request;
    private final long[] found;
    private final LeaseStamps stamps;
    private Instant storeTime = clock.instant();

    MemoryLease(int worker, WorkerRequest request) {
      this(worker, request, found(worker), new LeaseStamps());
      String stamp = stamps.next();
      take(worker, request, stamp);
      stamps.confirm(stamp);
    }

    private MemoryLease(int worker, WorkerRequest request, long[] found, LeaseStamps stamps) {
      this.worker = worker;
      this.request = request;
      this.found = found;
      this.stamps = stamps;
    }

    MemoryLease copy() {
      return new MemoryLease(worker, request, found, stamps.copy());
    }

    @Override
    public int worker() {
      return worker;
    }

    @Override
    public long[] lastTicks() {
      return found.clone();
    }

    @Override
    public Optional<Instant> storeTime() {
      return Optional.of(storeTime);
    }

    @Override
    public boolean extend(long[] lastTicks) {
      String stamp = stamps.next();
      boolean isHeld = call(() -> write(lastTicks, stamp, false));
      if (isHeld) {
        stamps.confirm(stamp);
      }
      return isHeld;
    }

    @Override
    public void release(long[] lastTicks) {
      call(() -> write(lastTicks, "", true));
    }

    private boolean write(long[] lastTicks, String stamp, boolean released) {
      storeTime = clock.instant();
      if (!isHolder(worker, stamps)) {
        return false;
      }
      Row row = rows.get(worker);
      row.lastTicks = lastTicks.clone();
      row.expiresAt = expiry(request);
      row.released = released;
      row.holder = stamp;
      return true;
    }
  }
}
