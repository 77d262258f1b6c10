package io.snowbraid.server;

import io.snowbraid.keyed.ClusterMember;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.KeyedStatus;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.keyed.SlotRoute.Kind;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Numbers whose routes are what a test sets. One counter serves all keys of a slot. That a slot is
 * elsewhere has to be found out for each call: it is known when a wait for it has ended.
 */
public final class RoutedNumbers implements KeyedNumbers {

  public static final String SELF = "a".repeat(40);
  public static final String OTHER = "b".repeat(40);

  /** The address of the other server. */
  public static final String ADDRESS = "10.0.0.2:7878";

  private final SlotRoute[] routes = new SlotRoute[KeySlot.COUNT];
  private final long[] last = new long[KeySlot.COUNT];
  private final long[] known = new long[KeySlot.COUNT];
  private final Map<Integer, Set<Runnable>> waiting = new ConcurrentHashMap<>();
  private final CountDownLatch awaited = new CountDownLatch(1);
  private final Set<Integer> exhausted = new HashSet<>();
  private @Nullable RuntimeException failure;

  /** Creates slots that are all served here. */
  private volatile Optional<String> boundFailure = Optional.empty();

  public RoutedNumbers() {
    for (int slot = 0; slot < KeySlot.COUNT; slot++) {
      routes[slot] = new SlotRoute(Kind.HERE, "");
    }
  }

  static int slot(String key) {
    byte[] bytes = key.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return KeySlot.of(bytes, 0, bytes.length);
  }

  /** Sets where a key stands. */
  synchronized void stand(String key, long number) {
    last[slot(key)] = number;
  }

  /** Makes a slot wait for its bound. */
  synchronized void exhaust(String key, String why) {
    int slot = slot(key);
    routes[slot] = new SlotRoute(Kind.HERE, why);
    exhausted.add(slot);
  }

  /** Sets the route of a key's slot, and wakes who waits. */
  public void route(String key, Kind kind, String text) {
    int slot = slot(key);
    synchronized (this) {
      routes[slot] = new SlotRoute(kind, text);
    }
    wake(slot);
  }

  /** Wakes who waits although nothing has changed. */
  void wake(int slot) {
    Set<Runnable> woken = waiting.remove(slot);
    if (woken != null) {
      woken.forEach(Runnable::run);
    }
  }

  /** Makes each call fail in a way that nobody expects. */
  synchronized void failWith(RuntimeException cause) {
    failure = cause;
  }

  /** Returns how many wait. */
  public int waiting() {
    return waiting.values().stream().mapToInt(Set::size).sum();
  }

  /** Waits until somebody has waited. */
  public void awaitWait() throws InterruptedException {
    awaited.await();
  }

  private boolean isHere(int slot) {
    if (failure != null) {
      throw failure;
    }
    return routes[slot].kind() == Kind.HERE && !exhausted.contains(slot);
  }

  @Override
  public synchronized long take(int slot, long hash, long count, long nanoTime) {
    if (!isHere(slot)) {
      return UNAVAILABLE;
    }
    last[slot] = Math.addExact(last[slot], count);
    return last[slot];
  }

  @Override
  public synchronized long advance(int slot, long hash, long value, long nanoTime) {
    if (!isHere(slot)) {
      return UNAVAILABLE;
    }
    last[slot] = Math.max(last[slot], value);
    return last[slot];
  }

  @Override
  public synchronized long last(int slot, long hash, long nanoTime) {
    return isHere(slot) ? last[slot] : -1;
  }

  @Override
  public synchronized SlotRoute route(int slot, long arrived) {
    SlotRoute route = routes[slot];
    return route.kind() == Kind.ELSEWHERE && known[slot] - arrived < 0
        ? new SlotRoute(Kind.MOVING, "")
        : route;
  }

  @Override
  public void whenChanged(int slot, Runnable wake) {
    waiting.compute(
        slot,
        (key, before) -> {
          Set<Runnable> all = before == null ? new HashSet<>() : before;
          all.add(wake);
          return all;
        });
    if (isKnown(slot)) {
      wake(slot);
    }
    awaited.countDown();
  }

  private synchronized boolean isKnown(int slot) {
    Kind kind = routes[slot].kind();
    known[slot] = System.nanoTime();
    return kind != Kind.MOVING && kind != Kind.DOWN && !exhausted.contains(slot);
  }

  @Override
  public void cancel(int slot, Runnable wake) {
    waiting.computeIfPresent(
        slot,
        (key, all) -> {
          all.remove(wake);
          return all.isEmpty() ? null : all;
        });
  }

  @Override
  public synchronized List<ClusterMember> members() {
    BitSet here = new BitSet();
    BitSet elsewhere = new BitSet();
    for (int slot = 0; slot < KeySlot.COUNT; slot++) {
      here.set(slot, routes[slot].kind() == Kind.HERE);
      elsewhere.set(slot, routes[slot].kind() == Kind.ELSEWHERE);
    }
    return List.of(
        new ClusterMember(SELF, "127.0.0.1:7878", true, here),
        new ClusterMember(OTHER, ADDRESS, false, elsewhere));
  }

  @Override
  public KeyedStatus status() {
    return new KeyedStatus(
        SELF,
        11,
        Duration.ofMillis(12),
        Optional.of("store\nhangs"),
        new KeyedStatus.SlotCounts(1, 2, 8, 9, 10),
        new KeyedStatus.NumberCounts(5, 3, 4, 6, 7, boundFailure));
  }

  /** Has bounds not be raised from now on. */
  public void failBounds(String reason) {
    boundFailure = Optional.of(reason);
  }

  @Override
  public KeyedSettings settings() {
    return KeyedSettings.DEFAULT;
  }

  @Override
  public void close() {}

  @Override
  public void close(Duration max) {}
}
