package io.snowbraid.keyed;

import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Simulates several servers and their store, from one seed. Calls to the store fail before or after
 * they were done, or are done late; while one is under way, and between the steps of a call of a
 * client, all others continue, and time passes. The steady clocks of the servers run at different
 * rates, within the margin; wall clocks step; machines are suspended.
 */
final class KeyedSimulation {

  static final int SLOTS = 3;
  static final KeyedSettings SETTINGS =
      KeyedSettings.DEFAULT
          .withLease(Duration.ofSeconds(10), Duration.ofSeconds(2))
          .withMaxKeys(KeySlot.COUNT);

  private static final int HOSTS = 3;
  private static final int KEYS = 6;
  private static final int EVENTS = 1_000;
  private static final int MAX_NESTED = 2;
  private static final int MAX_HOPS = 4;

  /** What a server may have that is broken. */
  interface Variant {

    /** Returns the store as a server sees it. */
    default KeyedStore store(KeyedStore store) {
      return store;
    }

    /** Returns what decides who is silent. */
    default ServerWatch watch(TestClock storeClock) {
      return new ServerWatch(SETTINGS);
    }

    /** Returns whether a write of rows that comes late is taken for a refused one. */
    default boolean lateIsRefused() {
      return false;
    }

    /** Returns what a server believes about its own lease. */
    default KeyedSettings settings() {
      return SETTINGS;
    }
  }

  /** Nothing is broken. */
  static final Variant RIGHT = new Variant() {};

  private final Random random;
  private final Variant variant;
  private final boolean suspends;
  private final SimulatedStore store;
  private final TestClock storeClock = new TestClock();
  private final List<Host> hosts = new ArrayList<>();
  private final List<Runnable> late = new ArrayList<>();
  private final KeyHistory history = new KeyHistory();
  private long time;
  private boolean isDown;
  private int depth;
  private int events;
  private int moves;

  KeyedSimulation(long seed, Variant variant, Function<Integer, SimulatedStore> stores) {
    this.random = new Random(seed);
    this.variant = variant;
    this.suspends = random.nextBoolean();
    this.store = stores.apply(SLOTS);
    for (int i = 0; i < HOSTS; i++) {
      hosts.add(
          new Host(
              0.95
                  + 0.05 * i)); // rates differ by 10.5 percent; three quarters of the margin are 15
    }
  }

  /** Runs the simulation, and fails if a promise was broken. */
  KeyedSimulation run() {
    while (events < EVENTS) {
      happen();
    }
    history.verify();
    return this;
  }

  /** Returns how many calls were answered. */
  int answered() {
    return history.size();
  }

  /** Returns how many times a slot changed its owner. */
  int moves() {
    return moves;
  }

  private void happen() {
    events++;
    pass(Duration.ofMillis(random.nextInt(300)));
    Host host = hosts.get(random.nextInt(HOSTS));
    switch (random.nextInt(40)) {
      case 0 -> host.crash();
      case 1 -> host.leave();
      case 2, 3, 4, 5, 6, 7, 8, 9 -> hosts.forEach(Host::work);
      case 10, 11 -> pass(Duration.ofMillis(random.nextInt(8_000)));
      case 12 -> host.stepClock(Duration.ofSeconds(random.nextInt(41) - 20));
      case 13 -> isDown = random.nextInt(4) == 0;
      case 14 -> isDown = false;
      case 15 -> deliver();
      case 16 -> {
        if (suspends && depth < MAX_NESTED) {
          host.suspend(Duration.ofSeconds(random.nextInt(30)));
        }
      }
      case 18 -> host.isCutOff = true;
      case 19 -> hosts.forEach(each -> each.isCutOff = false);
      case 17 -> storeClock.move(Duration.ofSeconds(random.nextInt(61) - 30));
      default ->
          host.call(
              "key" + random.nextInt(KEYS), 1 + random.nextInt(random.nextInt(5) == 0 ? 900 : 2));
    }
  }

  private void deliver() {
    List<Runnable> writes = List.copyOf(late);
    late.clear();
    writes.forEach(Runnable::run);
  }

  private void pass(Duration passed) {
    storeClock.pass(passed);
    hosts.forEach(host -> host.pass(passed));
  }

  /** Delays the caller while all others continue, the other threads of its server included. */
  private void holdUp() {
    if (depth < MAX_NESTED && random.nextInt(6) == 0) {
      depth++;
      for (int more = random.nextInt(8); more > 0 && events < EVENTS; more--) {
        happen();
      }
      depth--;
    }
  }

  private final class Host {

    final TestClock clock = new TestClock();
    private final double rate;
    private ManualScheduler scheduler = new ManualScheduler();
    private KeyedNode node;
    private boolean isSuspended;
    private boolean isCutOff;
    private int starts;

    Host(double rate) {
      this.rate = rate;
    }

    void pass(Duration passed) {
      if (isSuspended) {
        clock.move(passed);
      } else {
        clock.pass(Duration.ofNanos((long) (passed.toNanos() * rate)));
      }
    }

    /** Moves the wall clock; not back if machines are suspended, because that would hide it. */
    void stepClock(Duration step) {
      clock.move(suspends ? step.abs() : step);
    }

    /** Stops the machine; its steady clock stands still, its wall clock does not. */
    void suspend(Duration duration) {
      isSuspended = true;
      KeyedSimulation.this.pass(duration);
      for (int event = 0; event < random.nextInt(10); event++) {
        hosts.stream().filter(host -> !host.isSuspended).forEach(Host::work);
        KeyedSimulation.this.pass(Duration.ofMillis(random.nextInt(3_000)));
        callElsewhere();
      }
      isSuspended = false;
    }

    private void callElsewhere() {
      for (Host host : hosts) {
        if (!host.isSuspended) {
          host.call("key" + random.nextInt(KEYS), 1);
        }
      }
    }

    void call(String key, int count) {
      Host next = this;
      for (int hop = 0; next != null && hop < MAX_HOPS; hop++) {
        next = next.tryCall(key, count);
      }
    }

    /** Makes a call as a client does; returns where it is to be tried again, or null. */
    private @Nullable Host tryCall(String key, int count) {
      if (isSuspended) {
        return null;
      }
      if (node == null) {
        start();
      }
      int slot = key.hashCode() % SLOTS;
      long begin = time++;
      long reading = clock.nanoTime();
      holdUp();
      KeyedNode called = node;
      if (called == null) {
        return null;
      }
      long number = called.take(slot, key.hashCode(), count, reading);
      if (number == KeyedNumbers.UNAVAILABLE) {
        Runnable wake = () -> {};
        called.whenChanged(slot, wake);
        KeyedSimulation.this.pass(Duration.ofMillis(random.nextInt(100)));
        work();
        called.cancel(slot, wake);
        return next(called.route(slot, reading));
      }
      holdUp();
      history.add(key, begin, time++, number, count);
      return null;
    }

    private @Nullable Host next(SlotRoute route) {
      return switch (route.kind()) {
        case HERE, MOVING -> this;
        case ELSEWHERE -> hosts.get(Integer.parseInt(route.text().replace("host:", "")));
        case DOWN, DAMAGED -> null;
      };
    }

    private void start() {
      starts++;
      scheduler = new ManualScheduler();
      int start = starts;
      node =
          new KeyedNode(
              new KeyedContext(
                  variant.store(new Network(() -> start == starts && node != null, () -> isCutOff)),
                  variant.settings(),
                  clock,
                  clock,
                  scheduler),
              new Slots.Size(SLOTS, 1 + random.nextInt(SLOTS)),
              variant.watch(storeClock),
              () -> "%040x".formatted(random.nextInt(1_000_000)));
      node.join("host:" + hosts.indexOf(this));
    }

    void work() {
      if (!isSuspended) {
        scheduler.run();
      }
    }

    void leave() {
      if (node != null && !isSuspended) {
        KeyedNode leaving = node;
        leaving.drain.begin();
        for (int i = 0; i < random.nextInt(6); i++) {
          KeyedSimulation.this.pass(Duration.ofMillis(300));
          hosts.forEach(Host::work);
        }
        if (leaving == node) {
          leaving.drain.stop();
          crash();
        }
      }
    }

    void crash() {
      scheduler.end();
      node = null;
    }
  }

  /** The way to the store and back. */
  private final class Network implements KeyedStore {

    private final Supplier<Boolean> isAlive;
    private final Supplier<Boolean> isCutOff;

    Network(Supplier<Boolean> isAlive, Supplier<Boolean> isCutOff) {
      this.isAlive = isAlive;
      this.isCutOff = isCutOff;
    }

    private <T> T call(Supplier<T> work) {
      holdUp();
      if (!isAlive.get()) {
        throw new KeyedStoreException("the process was killed");
      }
      if (isDown || isCutOff.get()) {
        throw new KeyedStoreException("store is down");
      }
      int fate = random.nextInt(30);
      if (fate == 0) {
        late.add(() -> Objects.requireNonNull(work.get()));
        throw new KeyedStoreException("the call comes late");
      }
      T answer = work.get();
      holdUp();
      if (fate == 1) {
        throw new KeyedStoreException("the answer is lost");
      }
      return answer;
    }

    @Override
    public List<ServerRecord> servers() {
      return call(store::servers);
    }

    @Override
    public boolean add(ServerRecord server) {
      return call(() -> store.add(server));
    }

    @Override
    public boolean replace(ServerRecord before, ServerRecord after) {
      return call(() -> store.replace(before, after));
    }

    @Override
    public boolean remove(ServerRecord ended) {
      return call(() -> store.remove(ended));
    }

    @Override
    public void createSlots() {
      call(
          () -> {
            store.createSlots();
            return true;
          });
    }

    @Override
    public List<SlotRecord> slots() {
      return call(store::slots);
    }

    @Override
    public List<SlotRecord> slots(Collection<Integer> wanted) {
      return call(() -> store.slots(wanted));
    }

    @Override
    public BitSet replace(List<SlotRecord.Change> changes) {
      List<SlotRecord.Change> sent = List.copyOf(changes);
      try {
        return write(sent);
      } catch (KeyedStoreException e) {
        if (variant.lateIsRefused()) {
          return new BitSet();
        }
        throw e;
      }
    }

    private BitSet write(List<SlotRecord.Change> sent) {
      return call(
          () -> {
            BitSet done = store.replace(sent);
            sent.stream()
                .filter(change -> done.get(change.before().slot()))
                .filter(change -> !change.before().owner().equals(change.after().owner()))
                .forEach(change -> moves++);
            return done;
          });
    }
  }
}
