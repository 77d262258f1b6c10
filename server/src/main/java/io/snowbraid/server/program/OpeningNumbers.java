package io.snowbraid.server.program;

import io.snowbraid.internal.Durations;
import io.snowbraid.keyed.ClusterMember;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNode;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.KeyedStatus;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.keyed.SlotRoute.Kind;
import io.snowbraid.server.internal.services.Endpoint;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Numbers per key that are opened in the background, so that ids are issued even if that fails,
 * which is then tried again. Calls wait for the first attempt, and are refused once it has failed.
 *
 * <p>Safe for use by any number of threads.
 */
public final class OpeningNumbers implements KeyedNumbers {

  /** How long the end waits for an attempt that is under way. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final KeyedSettings settings;
  private final Attempts attempts;
  private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable KeyedNumbers numbers;
  private volatile String failure = "";
  private volatile @Nullable KeyedStore store;
  private volatile @Nullable Thread opener;
  private volatile @Nullable Endpoint announced;

  /**
   * Creates numbers that are not opened yet.
   *
   * @param announced where clients are told to reach this server; null for where it listens
   */
  public OpeningNumbers(KeyedSettings settings, @Nullable Endpoint announced) {
    this(settings, announced, Attempts.USUAL);
  }

  OpeningNumbers(KeyedSettings settings, @Nullable Endpoint announced, Attempts attempts) {
    this.settings = settings;
    this.announced = announced;
    this.attempts = attempts;
  }

  /**
   * Begins to open. To be called once.
   *
   * @param openStore opens a store for each attempt, which is closed by this
   * @param listening where this server listens
   */
  void start(Supplier<KeyedStore> openStore, InetSocketAddress listening) {
    Endpoint set = announced;
    Endpoint address = set == null ? AnnouncedAddress.of(listening) : set;
    announced = address;
    Thread thread =
        new Thread(() -> openUntilItSucceeds(openStore, address), "snowbraid-server-keyed");
    thread.setDaemon(true);
    opener = thread;
    thread.start();
  }

  /** Returns where clients reach this server; if that is not set, null before it was started. */
  @Nullable Endpoint announced() {
    return announced;
  }

  private void openUntilItSucceeds(Supplier<KeyedStore> openStore, Endpoint address) {
    try {
      attempts.repeat(ended, pause -> attempt(openStore, address, pause));
    } catch (InterruptedException e) { // nobody interrupts it but the end of the process
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until clients of a cluster find all slots.
   *
   * @param max how long at most
   */
  void awaitSlots(Duration max) throws InterruptedException {
    int slot = KeySlot.COUNT - 1; // slots are taken in their order
    long begun = System.nanoTime();
    long end = begun + max.toNanos();
    boolean isInTime = true;
    while (isInTime && isUnsettled(route(slot, begun))) {
      CountDownLatch change = new CountDownLatch(1);
      Runnable wake = change::countDown;
      await(slot, wake);
      isInTime = change.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      cancel(slot, wake);
    }
  }

  /** Returns whether it is not known yet who serves a slot. */
  private static boolean isUnsettled(SlotRoute route) {
    return route.kind() == Kind.MOVING || route.kind() == Kind.DOWN;
  }

  private boolean attempt(Supplier<KeyedStore> openStore, Endpoint address, Duration pause) {
    try {
      KeyedStore opening = openStore.get();
      store = opening;
      numbers = KeyedNode.open(opening, address.toString(), settings);
      if (ended.getCount() == 0) { // the end may not have waited for this
        closeOpened(TIMEOUT);
      }
      return true;
    } catch (Throwable e) { // whatever a store throws, it is tried again
      failure = ServerLaunch.explain(e);
      ProcessLog.warn(
          "numbers per key cannot be opened yet, ids are issued: "
              + failure
              + "; trying again in "
              + Durations.text(pause));
      return false;
    } finally {
      wakeAll();
    }
  }

  private void wakeAll() {
    for (Runnable wake : waiting) {
      wakeIfWaiting(wake);
    }
  }

  private void wakeIfWaiting(Runnable wake) {
    if (waiting.remove(wake)) {
      wake.run();
    }
  }

  @Override
  public long take(int slot, long hash, long count, long nanoTime) {
    KeyedNumbers present = numbers;
    return present == null ? NOT_NOW : present.take(slot, hash, count, nanoTime);
  }

  @Override
  public long advance(int slot, long hash, long value, long nanoTime) {
    KeyedNumbers present = numbers;
    return present == null ? NOT_NOW : present.advance(slot, hash, value, nanoTime);
  }

  @Override
  public long last(int slot, long hash, long nanoTime) {
    KeyedNumbers present = numbers;
    return present == null ? NOT_HERE : present.last(slot, hash, nanoTime);
  }

  @Override
  public SlotRoute route(int slot, long nanoTime) {
    KeyedNumbers present = numbers;
    if (present != null) {
      return present.route(slot, nanoTime);
    }
    return failure.isEmpty()
        ? new SlotRoute(Kind.MOVING, "numbers per key are being opened")
        : new SlotRoute(
            Kind.DAMAGED, // which is told at once: waiting does not help
            "numbers per key could not be opened; see the log of the server");
  }

  @Override
  public void await(int slot, Runnable wake) {
    KeyedNumbers present = numbers;
    if (present != null) {
      present.await(slot, wake);
      return;
    }
    waiting.add(wake);
    if (numbers != null || !failure.isEmpty()) {
      wakeIfWaiting(wake);
    }
  }

  @Override
  public void cancel(int slot, Runnable wake) {
    KeyedNumbers present = numbers;
    if (!waiting.remove(wake) && present != null) {
      present.cancel(slot, wake);
    }
  }

  @Override
  public List<ClusterMember> members() {
    KeyedNumbers present = numbers;
    return present == null ? List.of() : present.members();
  }

  private Optional<String> whyNotOpen() {
    return Optional.of(failure).filter(reason -> !reason.isEmpty());
  }

  @Override
  public KeyedStatus status() {
    KeyedNumbers present = numbers;
    return present == null ? KeyedStatus.unopened(whyNotOpen()) : present.status();
  }

  @Override
  public KeyedSettings settings() {
    return settings;
  }

  @Override
  public void close() {
    close(RunningServer.MAX_END);
  }

  /** Ends the attempts, or hands all slots over to other servers. */
  @Override
  public void close(Duration max) {
    ended.countDown();
    awaitOpener();
    closeOpened(max);
  }

  private void closeOpened(Duration max) {
    KeyedNumbers present = numbers;
    if (present != null) {
      present.close(max);
    }
    KeyedStore last = store;
    if (last != null) {
      last.close();
    }
  }

  private void awaitOpener() {
    Thread last = opener;
    try {
      if (last != null) {
        last.join(TIMEOUT.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
