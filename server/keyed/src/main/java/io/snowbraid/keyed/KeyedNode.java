package io.snowbraid.keyed;

import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Rounds;
import io.snowbraid.internal.Threads;
import io.snowbraid.keyed.ServerRecord.State;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server of numbers per key, on a store that it shares with others. It needs no call to work: in
 * the background it renews its lease, takes slots and hands them over.
 *
 * <p>Safe for use by any number of threads.
 */
public final class KeyedNode implements KeyedNumbers {

  private static final SecureRandom RANDOM = new SecureRandom();

  /** As many as in the ids of Redis Cluster's nodes. */
  private static final int ID_BYTES = 20;

  /** How often the progress of the end is looked at, in a lease. */
  private static final int LOOKS = 20;

  /**
   * How often in vain: until others have taken the slots, because the lease has run out, a margin
   * of a fifth, and the time in which they notice it. Until then clients are told to come again.
   */
  private static final int MAX_LOOKS = LOOKS * 7 / 5;

  /** How long the end takes if nobody says; as long as a slow store takes. */
  private static final Duration MAX_END = Duration.ofDays(1);

  /** How long the end waits for other servers, which do not wait for this one. */
  private static final Duration MAX_WAIT_FOR_OTHERS = Duration.ofSeconds(5);

  private final Background background;
  private final KeyedSettings settings;
  private final Slots slots;
  private final IssueLease lease;
  private final Membership membership;
  private final BoundRaiser raiser;
  private final SlotMover mover;
  private final SlotReader reader;
  private final ServerWatch watch;
  private final Rounds renewals;
  private final CountDownLatch emptied = new CountDownLatch(1);
  private final CountDownLatch forgotten = new CountDownLatch(1);
  private final CountDownLatch hasEnded = new CountDownLatch(1);
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private volatile boolean isClosed;

  /** This server's row that says that slots were handed over; null before. */
  private @Nullable ServerRecord farewell;

  /** The stamps of the servers that may not have read it yet. */
  private Set<String> stampsOfUnaware = Set.of();

  /** The servers of which a warning was logged. */
  private final Set<String> warned = new HashSet<>();

  /** The last holder of a slot that was not found among the servers. */
  private volatile String unknown = "";

  /**
   * Joins the servers on a store, in the background.
   *
   * @param store where slots and servers are kept; it is the caller's, who closes it afterwards
   * @param address where clients reach this server, as {@code host:port}
   * @param settings the settings
   * @return a server, which holds no slot yet
   */
  public static KeyedNode open(KeyedStore store, String address, KeyedSettings settings) {
    KeyedNode node =
        new KeyedNode(
            new Background(store, InstantSource.system(), MonotonicTime.SYSTEM, Threads.SHARED),
            address,
            settings,
            Slots.Size.DEFAULT,
            new ServerWatch(settings),
            KeyedNode::newId);
    node.start();
    return node;
  }

  KeyedNode(
      Background background,
      String address,
      KeyedSettings settings,
      Slots.Size size,
      ServerWatch watch,
      Supplier<String> ids) {
    this.background = background;
    this.settings = settings;
    this.watch = watch;
    this.renewals = background.rounds(this::renewOrEnd);
    this.lease = new IssueLease(settings, background.clock(), renewals::request);
    this.membership = new Membership(background, address, settings, ids, lease, this::startAgain);
    this.slots = new Slots(background, membership::id, size, settings.maxKeys());
    this.raiser = new BoundRaiser(background, slots);
    this.mover = new SlotMover(background, slots, raiser, membership, renewals::request);
    this.reader = new SlotReader(background, slots, membership, mover::lookAgain);
  }

  private static String newId() {
    byte[] id = new byte[ID_BYTES];
    RANDOM.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  void start() {
    renewals.request();
  }

  private void startAgain() {
    slots.leaveAll();
    mover.startAgain();
    slots.wakeAll();
  }

  /** A round of renewals, of which one thread runs one at a time. */
  private void renewOrEnd() {
    if (isClosed) {
      endMembership();
      return;
    }
    Duration next = settings.lease().dividedBy(20);
    try {
      renew();
      next = untilRenewal();
      background.trouble().ended();
    } catch (Throwable e) { // whatever a store throws, the lease has to be renewed
      background.trouble().failed(e);
    }
    renewals.requestAfter(next);
  }

  /** Renews the lease, and looks at the other servers, of which the silent are ended. */
  private void renew() {
    boolean isEmptied = emptied.getCount() == 0; // before the row is written, which then says so
    if (membership.renew()) {
      slots.wakeAll();
    }
    List<ServerRecord> servers = membership.readServers();
    Set<String> holders = slots.byHolder().keySet();
    endSilent(servers, holders);
    mover.requestIfChanged();
    warnOfSameAddress(servers);
    removeOld(servers, holders);
    if (isEmptied) {
      noteAware(servers);
    }
  }

  /**
   * Notes which servers have read the row of this one since it says that slots were handed over:
   * those that have renewed since it was written, because they read all rows after that, of servers
   * and then of slots. The next round ends the wait, so that they have the time to do so.
   */
  private void noteAware(List<ServerRecord> servers) {
    Set<String> stamps = new HashSet<>();
    ServerRecord self = null;
    for (ServerRecord server : servers) {
      if (server.id().equals(membership.id())) {
        self = server;
      } else if (server.state() != State.ENDED) {
        stamps.add(server.stamp());
      }
    }
    boolean hasMoved = self == null || farewell == null || farewell.moves() != self.moves();
    if (hasMoved) {
      farewell = self;
      stampsOfUnaware = stamps;
    }
    if (stamps.isEmpty() || (!hasMoved && stampsOfUnaware.isEmpty())) {
      forgotten.countDown();
    }
    stampsOfUnaware.retainAll(stamps);
  }

  private void endSilent(List<ServerRecord> servers, Set<String> holders) {
    boolean isAnyEnded = false;
    String self = membership.id();
    List<ServerRecord> watched = new ArrayList<>(servers);
    watched.addAll(membership.without(servers, holders));
    for (ServerRecord silent : watch.silent(watched, background.now())) {
      isAnyEnded |= !silent.id().equals(self) && membership.end(silent);
    }
    if (isAnyEnded) {
      membership.readServers();
    }
  }

  /** Clients that are sent to an address reach one server there, and are sent away again. */
  private void warnOfSameAddress(List<ServerRecord> servers) {
    for (ServerRecord other : servers) {
      if (membership.isSameAddress(other) && watch.isAlive(other) && warned.add(other.id())) {
        Log.warn(
            "numbers per key: two servers must not announce the same address: address={0}, ids={1}"
                + " and {2}; set announce to where clients reach each of them",
            other.address(), membership.id(), other.id());
      }
    }
  }

  private void removeOld(List<ServerRecord> servers, Set<String> holders) {
    try {
      watch.longEnded(servers, holders, background.now()).forEach(background.store()::remove);
    } catch (Throwable e) { // rows that stay do no harm
      background.trouble().failed(e);
    }
  }

  private Duration untilRenewal() {
    Duration usual = settings.lease().dividedBy(4);
    Duration min = settings.lease().dividedBy(100);
    if (!membership.hasJoined()) {
      return min;
    }
    if (emptied.getCount() == 0) {
      return settings.lease().dividedBy(LOOKS);
    }
    Duration silence = watch.next(background.now()).plus(min);
    return silence.compareTo(usual) < 0 ? silence : usual;
  }

  @Override
  public long take(int slot, long hash, long count, long nanoTime) {
    requireRange("count", count, settings.maxCount());
    if (!lease.permits(nanoTime)) {
      return NOT_NOW;
    }
    SlotState state = slots.get(slot);
    long number = state.take(hash, count);
    settle(state);
    return number;
  }

  @Override
  public long advance(int slot, long hash, long value, long nanoTime) {
    requireRange("value", value, 1L << 62);
    if (!lease.permits(nanoTime)) {
      return NOT_NOW;
    }
    SlotState state = slots.get(slot);
    long number = state.advance(hash, value);
    settle(state);
    return number;
  }

  private static void requireRange(String name, long value, long max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          name + " must be from 1 to " + max + ": " + name + "=" + value);
    }
  }

  private void settle(SlotState slot) {
    raiser.raiseIfDue(slot);
    slots.limitKeys();
  }

  @Override
  public long last(int slot, long hash, long nanoTime) {
    return lease.permits(nanoTime) ? slots.get(slot).last(hash) : NOT_HERE;
  }

  @Override
  public SlotRoute route(int slot, long arrived) {
    SlotState state = slots.get(slot);
    if (state.isHeld()) {
      boolean isPermitted = lease.permits(background.now());
      return new SlotRoute(
          isPermitted ? SlotRoute.Kind.HERE : SlotRoute.Kind.DOWN, background.trouble().text());
    }
    if (state.isDamaged()) {
      reader.read(slot);
      return new SlotRoute(SlotRoute.Kind.DAMAGED, state.damage());
    }
    return state.isFrozen() || !state.isKnownSince(arrived)
        ? new SlotRoute(SlotRoute.Kind.MOVING, background.trouble().text())
        : elsewhere(state.record().holder());
  }

  private SlotRoute elsewhere(String holder) {
    if (holder.equals(membership.id())) {
      return new SlotRoute(SlotRoute.Kind.MOVING, background.trouble().text());
    }
    if (membership.isUnknown(holder)) {
      if (!holder.equals(unknown)) { // it has joined since the servers were read
        unknown = holder;
        renewals.request();
      }
      return new SlotRoute(SlotRoute.Kind.MOVING, background.trouble().text());
    }
    return membership
        .server(holder)
        .filter(server -> server.state() != State.ENDED && !membership.isSameAddress(server))
        .map(server -> new SlotRoute(SlotRoute.Kind.ELSEWHERE, server.address()))
        .orElseGet(() -> new SlotRoute(SlotRoute.Kind.DOWN, background.trouble().text()));
  }

  @Override
  public void await(int slot, Runnable wake) {
    slots.await(slot, wake);
    SlotState state = slots.get(slot);
    raiser.raiseIfDue(state);
    if (!state.isHeld() && !state.isFrozen()) {
      reader.read(slot);
    } else if (state.hasNumbers() && lease.permits(background.now())) {
      slots.wake(slot);
    }
  }

  @Override
  public void cancel(int slot, Runnable wake) {
    slots.cancel(slot, wake);
  }

  @Override
  public List<ClusterMember> members() {
    return ClusterMember.of(membership.servers(), membership.id(), slots);
  }

  @Override
  public KeyedStatus status() {
    KeyedStatus.Values values = new KeyedStatus.Values();
    values.id = membership.id();
    values.slots = slots.where(SlotState::isHeld).cardinality();
    values.slotsDamaged = slots.where(SlotState::isDamaged).cardinality();
    values.keys = slots.keys();
    values.keysForgotten = slots.forgotten();
    values.issued = slots.sum(SlotState::issued);
    values.raises = raiser.raised();
    values.raiseWrites = raiser.writes();
    values.slotsTaken = mover.taken();
    values.slotsGiven = mover.given();
    values.slotsReceived = reader.received();
    values.restarts = membership.restarts();
    values.leaseRemaining = lease.left(background.now());
    values.storeFailure = background.trouble().ifAny();
    values.boundFailure = raiser.failure();
    return new KeyedStatus(values);
  }

  @Override
  public KeyedSettings settings() {
    return settings;
  }

  @Override
  public void close() {
    close(MAX_END);
  }

  @Override
  public void close(Duration max) {
    if (isClosing.compareAndSet(false, true)) {
      Deadline deadline = Deadline.after(max, background.steady());
      leave();
      if (!awaitEmptied(deadline)) {
        Log.warn(
            "numbers per key: others take slots later that could not be handed over: {0} {1}",
            kept(), background.trouble().text());
      } else if (membership.hasJoined()) {
        await(forgotten, MAX_WAIT_FOR_OTHERS, deadline); // until then they send clients here
      }
      end();
      await(hasEnded, settings.lease(), deadline);
    }
  }

  /** Begins to hand all slots over. */
  void leave() {
    membership.want(State.LEAVING);
    renewals.request();
    mover.leave(this::noteEmptied);
  }

  private void noteEmptied() {
    if (emptied.getCount() > 0) {
      membership.moved(); // also if a write of slots had no answer
      emptied.countDown();
      renewals.request();
    }
  }

  /** Returns whether the other servers know that this one holds no slot any more. */
  boolean isForgotten() {
    return forgotten.getCount() == 0;
  }

  /**
   * Waits while slots are handed over, however long a slow store takes for all of them, but for the
   * next ones not longer than others take to do without this server.
   */
  private boolean awaitEmptied(Deadline deadline) {
    int looks = 0;
    int before = kept();
    while (looks < MAX_LOOKS
        && !await(emptied, settings.lease().dividedBy(LOOKS), deadline)
        && !deadline.isOver()) {
      int now = kept();
      looks = now < before ? 0 : looks + 1;
      before = now;
    }
    return emptied.getCount() == 0;
  }

  private int kept() {
    return slots.where(slot -> slot.mayBeHeldBy(membership.id())).cardinality();
  }

  /** Waits; returns whether it is done. */
  private boolean await(CountDownLatch done, Duration max, Deadline whole) {
    Duration rest = Duration.ofNanos(Math.max(0, whole.remainingNanos()));
    Deadline deadline = Deadline.after(Durations.min(max, rest), background.steady());
    try {
      while (done.getCount() > 0 && !deadline.isOver()) {
        deadline.awaitSlice(nanos -> done.await(nanos, TimeUnit.NANOSECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return done.getCount() == 0;
  }

  /** Ends, whatever is still held. */
  void end() {
    mover.stop();
    reader.end();
    lease.end();
    isClosed = true;
    renewals.request();
  }

  private void endMembership() {
    if (hasEnded.getCount() == 0) {
      return;
    }
    try {
      membership.end();
    } catch (Throwable e) { // others will end this server
      background.trouble().failed(e);
    }
    background.trouble().end();
    startAgain();
    hasEnded.countDown();
  }

  @Override
  public String toString() {
    return "KeyedNode[id=" + membership.id() + ", store=" + background.store() + "]";
  }
}
