package io.snowbraid.keyed;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.internal.Log;
import io.snowbraid.keyed.ServerRecord.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * This server's own row: it joins, renews its lease, and joins again when others have ended it.
 * Used by one thread at a time, except where it says otherwise.
 */
final class Membership {

  /** The stamp of a server that has no row. */
  private static final String NO_ROW = "";

  private final KeyedContext context;
  private final KeyedStore store;
  private final Duration expiresAfter;
  private final Supplier<String> ids;
  private final IssueLease lease;
  private final Runnable whenEnded;
  private final AtomicLong moves = new AtomicLong();

  /** Where clients reach this server; empty until it is known, and then it stays. */
  private volatile String address = "";

  private LeaseStamps stamps = new LeaseStamps();
  private volatile boolean hasJoined;

  /** Whether the last write had no answer, so that it may be done at any time. */
  private boolean isInDoubt;

  private volatile ServerRecord self;
  private volatile State wanted = State.SERVING;
  private final AtomicInteger restarts = new AtomicInteger();
  private volatile List<ServerRecord> servers = List.of();

  /**
   * Creates a server that has not joined.
   *
   * @param ids creates an id for each start
   * @param whenEnded called when others have ended this server, before it joins again
   */
  Membership(KeyedContext context, Supplier<String> ids, IssueLease lease, Runnable whenEnded) {
    this.context = context;
    this.store = context.store();
    this.expiresAfter = context.settings().lease().plus(context.settings().margin());
    this.ids = ids;
    this.lease = lease;
    this.whenEnded = whenEnded;
    this.self = create();
  }

  private ServerRecord create() {
    stamps = new LeaseStamps();
    hasJoined = false;
    return new ServerRecord(ids.get(), address, expiresAfter, wanted, moves.get(), stamps.next());
  }

  /** Returns this server's id. In any thread. */
  String id() {
    return self.id();
  }

  /**
   * Returns the servers as they were last read, this one as it last wrote itself. In any thread.
   */
  List<ServerRecord> servers() {
    return servers;
  }

  /** Returns a server. In any thread. */
  Optional<ServerRecord> server(String id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** Returns whether another server says that clients reach it where they reach this one. */
  boolean isSameAddress(ServerRecord other) {
    return other.state() != State.ENDED
        && other.address().equals(address)
        && !other.id().equals(self.id());
  }

  /** Returns whether the holder of a slot is not among the servers as they were last read. */
  boolean isUnknown(String holder) {
    return !holder.equals(SlotRecord.NOBODY) && server(holder).isEmpty();
  }

  /** Returns how many times others have ended this server. In any thread. */
  int restarts() {
    return restarts.get();
  }

  /** Notes that slots have changed their holder; others learn of it by the next renewal. */
  void moved() {
    moves.incrementAndGet();
  }

  /** Says where clients reach this server, which joins by the next renewal. In any thread. */
  void announce(String where) {
    address = where;
  }

  /** Returns whether it is known where clients reach this server. In any thread. */
  boolean isAnnounced() {
    return !address.isEmpty();
  }

  /** Sets the state that the next renewal writes. In any thread. */
  void want(State state) {
    wanted = state;
  }

  /**
   * Joins, or renews the lease; joins again if others have ended this server.
   *
   * @return whether this server may issue again, after it might not
   */
  boolean renew() {
    long millis =
        lease.millis(); // before the other clock: a pause between makes the lease doubtful
    long nanos = context.now();
    boolean isRenewed = !isInDoubt && (hasJoined ? write() : join());
    if (!isRenewed) {
      isRenewed = recover() && write();
    }
    if (!isRenewed || wanted == State.ENDED) {
      return false;
    }
    boolean wasPermitted = lease.permits(context.now());
    lease.granted(nanos, millis);
    return !wasPermitted;
  }

  private boolean join() {
    if (!self.address().equals(address)) {
      self = create();
    }
    store.createSlots();
    isInDoubt = true;
    hasJoined = store.add(self);
    isInDoubt = false;
    if (hasJoined) {
      stamps.confirm(self.stamp());
    }
    return hasJoined;
  }

  private boolean write() {
    ServerRecord before = self;
    ServerRecord after =
        new ServerRecord(before.id(), address, expiresAfter, wanted, moves.get(), stamps.next());
    isInDoubt = true;
    boolean isWritten = store.replace(before, after);
    isInDoubt = false;
    if (isWritten) {
      stamps.confirm(after.stamp());
      self = after;
    }
    return isWritten;
  }

  /**
   * Finds out why a write was refused, or whether one without an answer was done. If the row has no
   * stamp of this server, others have ended it.
   *
   * @return whether the row is this server's own
   */
  private boolean recover() {
    Optional<ServerRecord> row =
        store.servers().stream().filter(server -> server.id().equals(self.id())).findFirst();
    isInDoubt = false;
    boolean isOwn = row.filter(found -> stamps.isOwn(found.stamp())).isPresent();
    if (isOwn) {
      self = row.orElseThrow();
      stamps.confirm(self.stamp());
      hasJoined = true;
    } else if (!hasJoined && row.isEmpty()) {
      self = create(); // the row may still be added late, so its id is not used again
    } else {
      beginAgain(row.map(found -> "state=" + found.state()).orElse("no row"));
    }
    return isOwn;
  }

  private void beginAgain(String found) {
    lease.revoke();
    Log.warn(
        "numbers per key: others have ended this server, it starts again: id={0}, found {1}",
        self.id(), found);
    restarts.incrementAndGet();
    self = create();
    whenEnded.run();
  }

  /** Reads the servers. */
  List<ServerRecord> readServers() {
    List<ServerRecord> read = store.servers();
    servers = read;
    return read;
  }

  /**
   * Returns the holders of slots that have no row, because it was deleted, or because they joined
   * after the servers were read. They are watched as others are: they may still be issuing.
   */
  List<ServerRecord> without(List<ServerRecord> read, Set<String> holders) {
    Set<String> known = read.stream().map(ServerRecord::id).collect(Collectors.toSet());
    return holders.stream()
        .filter(id -> !id.equals(SlotRecord.NOBODY) && !known.contains(id))
        .map(id -> new ServerRecord(id, "", expiresAfter, State.SERVING, 0, NO_ROW))
        .toList();
  }

  /** Ends another server, unless it has renewed its lease meanwhile. */
  boolean end(ServerRecord silent) {
    ServerRecord ended = silent.withState(State.ENDED, new LeaseStamps().next());
    boolean isEnded =
        silent.stamp().equals(NO_ROW) ? store.add(ended) : store.replace(silent, ended);
    if (isEnded) {
      Log.warn(
          "numbers per key: a server gave no sign of life and was ended: id={0}, address={1}",
          silent.id(), silent.address());
    }
    return isEnded;
  }

  /** Ends this server; what it still holds is free. */
  void end() {
    lease.revoke();
    if (hasJoined) {
      want(State.ENDED);
      renew();
    }
  }

  /** Returns whether this server is one of those in the store. In any thread. */
  boolean hasJoined() {
    return hasJoined;
  }
}
