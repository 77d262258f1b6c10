package io.snowbraid.keyed;

import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Rounds;
import io.snowbraid.internal.Threads;
import io.snowbraid.keyed.Drain.Stage;
import io.snowbraid.keyed.KeyedStatus.NumberCounts;
import io.snowbraid.keyed.KeyedStatus.SlotCounts;
import io.snowbraid.keyed.ServerRecord.State;
import io.snowbraid.keyed.SlotState.Mode;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One server's part of the numbers per key. Each key belongs to a slot, and the slots are divided
 * among the servers that share a store. In the background, this class renews the server's lease,
 * acquires slots and transfers them. It listens on no port: the application receives the clients'
 * calls.
 *
 * <p>Thread-safe.
 */
public final class KeyedNode implements KeyedNumbers {

  private static final SecureRandom RANDOM = new SecureRandom();

  /** The length of a Redis Cluster node id. */
  private static final int ID_BYTES = 20;

  /** The limit of {@link #close()}: longer than any slow store needs. */
  private static final Duration MAX_SHUTDOWN = Duration.ofDays(1);

  private final KeyedContext context;
  private final long maxCount;
  private final Slots slots;
  private final IssueLease lease;
  private final Membership membership;
  private final BoundRaiser raiser;
  private final SlotMover mover;
  private final SlotReader reader;
  private final ServerWatch watch;
  private final Rounds renewals;

  /** This server's clean shutdown. */
  final Drain drain;

  /** The ids of the servers whose equal address was logged. */
  private final Set<String> warnedServers = new HashSet<>();

  /** The last slot owner that was missing among the servers. */
  private volatile String lastUnknownOwner = "";

  /**
   * Joins the servers that share a store, in the background.
   *
   * @param store the store of slots and servers; the caller closes it after this server
   * @param address where clients reach this server, as {@code host:port}
   * @param settings the settings
   * @return a server, which owns no slots yet
   */
  public static KeyedNode open(KeyedStore store, String address, KeyedSettings settings) {
    KeyedNode node = create(store, settings);
    node.join(address);
    return node;
  }

  /**
   * Creates a server that joins later. For callers that do not know the server's address yet,
   * because the operating system chooses the port.
   *
   * @param store the store of slots and servers; the caller closes it after this server
   * @param settings the settings
   * @return a server that has not {@linkplain #join joined}
   */
  public static KeyedNode create(KeyedStore store, KeyedSettings settings) {
    return new KeyedNode(
        new KeyedContext(
            store, settings, InstantSource.system(), MonotonicTime.SYSTEM, Threads.SHARED),
        Slots.Size.DEFAULT,
        new ServerWatch(settings),
        KeyedNode::newId);
  }

  KeyedNode(
      KeyedContext context, Slots.Size size, ServerWatch watch, Supplier<String> newServerId) {
    this.context = context;
    this.maxCount = context.settings.maxCount();
    this.watch = watch;
    this.renewals = context.rounds(this::runRound);
    this.lease = new IssueLease(context.settings, context.clock, renewals::request);
    this.membership = new Membership(context, newServerId, lease, this::onDeclaredDead);
    this.slots = new Slots(context, membership::id, size);
    this.raiser = new BoundRaiser(context, slots);
    this.mover = new SlotMover(context, slots, raiser, membership, renewals::request);
    this.reader = new SlotReader(context, slots, membership, mover::recheck);
    this.drain =
        new Drain(
            context,
            slots,
            membership,
            mover,
            renewals::request,
            () -> {
              reader.shutDown();
              lease.revokePermanently();
            });
  }

  private static String newId() {
    byte[] id = new byte[ID_BYTES];
    RANDOM.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /**
   * Joins the servers that share the store, in the background. Must be called once.
   *
   * @param address where clients reach this server, as {@code host:port}
   */
  public void join(String address) {
    membership.announce(address);
    renewals.request();
  }

  /**
   * Gives up all slots, because other servers have declared this one dead. {@link Membership} then
   * joins with a new id.
   */
  private void onDeclaredDead() {
    slots.disownAll();
    mover.forgetPlans();
    slots.wakeAll();
  }

  /**
   * Renews the lease and handles changes of the other servers. In the last step of a shutdown
   * ({@link Stage#STOPPING}), marks this server's record as ended instead, and no round follows.
   * Otherwise does nothing before {@link #join}. Rounds never overlap.
   */
  private void runRound() {
    if (drain.hasReached(Stage.STOPPING)) {
      drain.finish();
      return;
    }
    if (!membership.isAnnounced()) {
      return;
    }
    Duration next = context.settings.lease().dividedBy(20); // after a failure
    try {
      renewAndCheckServers();
      next = untilNextRound();
      context.works();
    } catch (Throwable e) { // whatever a store throws, the next round must try again
      context.failed(e);
    }
    renewals.requestAfter(next);
  }

  /** Renews the lease, checks the other servers, and declares silent ones dead. */
  private void renewAndCheckServers() {
    // read before the record is written: others can acknowledge only a record of this stage
    boolean isDrained = drain.hasReached(Stage.DRAINED);
    boolean canIssueAgain = membership.renew();
    if (canIssueAgain) {
      slots.wakeAll();
    }
    List<ServerRecord> servers = membership.readServers();
    Set<String> owners = slots.byOwner().keySet();
    declareSilentServersDead(servers, owners);
    mover.requestIfChanged();
    warnOfSameAddress(servers);
    removeOld(servers, owners);
    if (isDrained) {
      drain.recordAcks(servers);
    }
  }

  private void declareSilentServersDead(List<ServerRecord> servers, Set<String> owners) {
    boolean isAnyDeclaredDead = false;
    String self = membership.id();
    List<ServerRecord> watched = new ArrayList<>(servers);
    watched.addAll(membership.ownersWithoutRecord(servers, owners));
    for (ServerRecord silent : watch.silent(watched, context.now())) {
      isAnyDeclaredDead |= !silent.id().equals(self) && membership.declareDead(silent);
    }
    if (isAnyDeclaredDead) { // moves and routes must see it at once
      membership.readServers();
    }
  }

  /**
   * Warns of servers with equal addresses: redirected clients reach only one of them, which
   * redirects them again.
   */
  private void warnOfSameAddress(List<ServerRecord> servers) {
    for (ServerRecord other : servers) {
      if (membership.isSameAddress(other)
          && watch.isAlive(other)
          && warnedServers.add(other.id())) {
        Log.warn(
            "numbers per key: two servers must not announce the same address: address={0}, ids={1}"
                + " and {2}; set announce to a different address on each server",
            other.address(), membership.id(), other.id());
      }
    }
  }

  private void removeOld(List<ServerRecord> servers, Set<String> owners) {
    try {
      watch.longEnded(servers, owners, context.now()).forEach(context.store::remove);
    } catch (Throwable e) { // remaining records are harmless
      context.failed(e);
    }
  }

  /**
   * Returns the time until the next round: usually a quarter of the lease, or earlier if another
   * server may have to be declared dead then. Shorter while this server joins, or others
   * acknowledge that it is drained.
   */
  private Duration untilNextRound() {
    Duration leaseTime = context.settings.lease();
    Duration moment = leaseTime.dividedBy(100);
    if (!membership.hasJoined()) {
      return moment;
    }
    if (drain.hasReached(Stage.DRAINED)) {
      return leaseTime.dividedBy(Drain.CHECKS);
    }
    return Durations.min(watch.untilNextSilent(context.now()).plus(moment), leaseTime.dividedBy(4));
  }

  @Override
  public long take(int slot, long hash, long count, long nanoTime) {
    Arguments.between("count", count, 1, maxCount);
    if (!lease.permits(nanoTime)) {
      return UNAVAILABLE;
    }
    SlotState state = slots.get(slot);
    long number = state.take(hash, count);
    afterCall(state);
    return number;
  }

  @Override
  public long advance(int slot, long hash, long value, long nanoTime) {
    Arguments.between("value", value, 1, 1L << 62);
    if (!lease.permits(nanoTime)) {
      return UNAVAILABLE;
    }
    SlotState state = slots.get(slot);
    long number = state.advance(hash, value);
    afterCall(state);
    return number;
  }

  private void afterCall(SlotState slot) {
    raiseIfDue(slot);
    slots.limitKeys();
  }

  private void raiseIfDue(SlotState slot) {
    if (slot.claimRaise()) {
      raiser.raise(slot);
    }
  }

  @Override
  public long last(int slot, long hash, long nanoTime) {
    return lease.permits(nanoTime) ? slots.get(slot).last(hash) : UNAVAILABLE;
  }

  @Override
  public SlotRoute route(int slot, long arrived) {
    SlotState state = slots.get(slot);
    Mode mode = state.mode();
    if (mode == Mode.HELD) {
      boolean isPermitted = lease.permits(context.now());
      return new SlotRoute(
          isPermitted ? SlotRoute.Kind.HERE : SlotRoute.Kind.DOWN, context.failure());
    }
    if (mode == Mode.DAMAGED) {
      reader.read(slot); // it may have been repaired
      return new SlotRoute(SlotRoute.Kind.DAMAGED, state.damage());
    }
    if (!membership.hasJoined() && !context.failure().isEmpty()) {
      return new SlotRoute(SlotRoute.Kind.DOWN, context.failure());
    }
    return mode == Mode.FROZEN || !state.isKnownSince(arrived)
        ? new SlotRoute(SlotRoute.Kind.MOVING, context.failure())
        : routeToOwner(state.record().owner());
  }

  private SlotRoute routeToOwner(String owner) {
    if (owner.equals(membership.id())) { // this server has not acquired it yet
      return new SlotRoute(SlotRoute.Kind.MOVING, context.failure());
    }
    if (membership.isUnknown(owner)) {
      if (!owner.equals(lastUnknownOwner)) { // it may have joined since the servers were last read
        lastUnknownOwner = owner;
        renewals.request();
      }
      return new SlotRoute(SlotRoute.Kind.MOVING, context.failure());
    }
    // down if it has no owner, or one that has ended or has this address, which would redirect back
    return membership
        .server(owner)
        .filter(server -> server.state() != State.ENDED && !membership.isSameAddress(server))
        .map(server -> new SlotRoute(SlotRoute.Kind.ELSEWHERE, server.address()))
        .orElseGet(() -> new SlotRoute(SlotRoute.Kind.DOWN, context.failure()));
  }

  @Override
  public void whenChanged(int slot, Runnable wake) {
    slots.whenChanged(slot, wake);
    SlotState state = slots.get(slot);
    raiseIfDue(state);
    Mode mode = state.mode();
    if (mode == Mode.ELSEWHERE || mode == Mode.DAMAGED) {
      reader.read(slot);
    } else if (state.hasNumbers() && lease.permits(context.now())) {
      slots.wake(slot); // the change came before the registration
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
    return new KeyedStatus(
        membership.id(),
        membership.restarts(),
        lease.left(context.now()),
        Optional.of(context.failure()).filter(text -> !text.isEmpty()),
        new SlotCounts(
            slots.where(slot -> slot.mode() == Mode.HELD).cardinality(),
            slots.where(slot -> slot.mode() == Mode.DAMAGED).cardinality(),
            mover.taken.sum(),
            mover.given.sum(),
            reader.received.sum()),
        new NumberCounts(
            slots.stream().mapToLong(SlotState::issued).sum(),
            slots.keys(),
            slots.forgotten.sum(),
            raiser.raised.sum(),
            raiser.writes.sum(),
            raiser.failure));
  }

  @Override
  public KeyedSettings settings() {
    return context.settings;
  }

  @Override
  public void close() {
    close(MAX_SHUTDOWN);
  }

  @Override
  public void close(Duration max) {
    drain.run(max);
  }

  @Override
  public String toString() {
    return "KeyedNode[id=" + membership.id() + ", store=" + context.store + "]";
  }
}
