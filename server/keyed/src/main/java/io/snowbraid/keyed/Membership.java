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
 * This server's own record: joins, renews the lease, and joins again after other servers have
 * declared this one dead. Used by one thread at a time, except where a method says otherwise.
 */
final class Membership {

  /** The stamp of a server without a record. */
  private static final String NO_ROW = "";

  private final KeyedContext context;
  private final Duration expiresAfter;
  private final Supplier<String> ids;
  private final IssueLease lease;
  private final Runnable whenDeclaredDead;
  private final AtomicLong moves = new AtomicLong();

  /** Where clients reach this server; set once, empty before. */
  private volatile String address = "";

  private LeaseStamps stamps = new LeaseStamps();
  private volatile boolean hasJoined;

  /** Whether the last write is unconfirmed, so that it may still take effect. */
  private boolean isUnconfirmed;

  private volatile ServerRecord self;
  private volatile State wanted = State.SERVING;
  private final AtomicInteger restarts = new AtomicInteger();
  private volatile List<ServerRecord> servers = List.of();

  /**
   * Creates a server that has not joined.
   *
   * @param ids creates an id for each start
   * @param whenDeclaredDead called when other servers have declared this one dead, before it joins
   *     again
   */
  Membership(
      KeyedContext context, Supplier<String> ids, IssueLease lease, Runnable whenDeclaredDead) {
    this.context = context;
    this.expiresAfter = context.settings.lease().plus(context.settings.margin());
    this.ids = ids;
    this.lease = lease;
    this.whenDeclaredDead = whenDeclaredDead;
    this.self = create();
  }

  private ServerRecord create() {
    stamps = new LeaseStamps();
    hasJoined = false;
    return new ServerRecord(ids.get(), address, expiresAfter, wanted, moves.get(), stamps.next());
  }

  /** Returns this server's id. Called by any thread. */
  String id() {
    return self.id();
  }

  /**
   * Returns the servers as last read, with this server's record as last written. Called by any
   * thread.
   */
  List<ServerRecord> servers() {
    return servers;
  }

  /** Returns a server's record. Called by any thread. */
  Optional<ServerRecord> server(String id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** Returns whether another server has announced this server's address. */
  boolean isSameAddress(ServerRecord other) {
    return other.state() != State.ENDED
        && other.address().equals(address)
        && !other.id().equals(self.id());
  }

  /** Returns whether a slot's owner was missing when the servers were last read. */
  boolean isUnknown(String owner) {
    return !owner.equals(SlotRecord.UNOWNED) && server(owner).isEmpty();
  }

  /** Returns how many times other servers have declared this one dead. Called by any thread. */
  int restarts() {
    return restarts.get();
  }

  /** Records that slots have changed owners; the next renewal tells other servers. */
  void moved() {
    moves.incrementAndGet();
  }

  /**
   * Sets the address where clients reach this server, which then joins at the next renewal. Called
   * by any thread.
   */
  void announce(String where) {
    address = where;
  }

  /** Returns whether this server's address is set. Called by any thread. */
  boolean isAnnounced() {
    return !address.isEmpty();
  }

  /** Sets the state that the next renewal writes. Called by any thread. */
  void want(State state) {
    wanted = state;
  }

  /**
   * Joins or renews the lease; joins again if other servers have declared this one dead.
   *
   * @return whether this server may issue numbers again after a time in which it could not
   */
  boolean renew() {
    // before the other clock: a pause in between makes the lease doubtful
    long millis = context.clock.millis();
    long nanos = context.now();
    boolean isRenewed = !isUnconfirmed && (hasJoined ? write() : join());
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
    context.store.createSlots();
    isUnconfirmed = true;
    hasJoined = context.store.add(self);
    isUnconfirmed = false;
    if (hasJoined) {
      stamps.confirm(self.stamp());
    }
    return hasJoined;
  }

  private boolean write() {
    ServerRecord before = self;
    ServerRecord after =
        new ServerRecord(before.id(), address, expiresAfter, wanted, moves.get(), stamps.next());
    isUnconfirmed = true;
    boolean isWritten = context.store.replace(before, after);
    isUnconfirmed = false;
    if (isWritten) {
      stamps.confirm(after.stamp());
      self = after;
    }
    return isWritten;
  }

  /**
   * Finds out why a write was rejected, or whether an unconfirmed one took effect. If the record
   * does not carry this server's stamp, other servers have declared this one dead.
   *
   * @return whether the record is this server's own
   */
  private boolean recover() {
    Optional<ServerRecord> row =
        context.store.servers().stream()
            .filter(server -> server.id().equals(self.id()))
            .findFirst();
    isUnconfirmed = false;
    boolean isOwn = row.filter(found -> stamps.isOwn(found.stamp())).isPresent();
    if (isOwn) {
      self = row.orElseThrow();
      stamps.confirm(self.stamp());
      hasJoined = true;
    } else if (!hasJoined && row.isEmpty()) {
      self = create(); // the record may still be added late, so its id is not reused
    } else {
      rejoin(row.map(found -> "state=" + found.state()).orElse("no row"));
    }
    return isOwn;
  }

  private void rejoin(String found) {
    lease.revoke();
    Log.warn(
        "numbers per key: other servers declared this one dead, so it rejoins with a new id:"
            + " id={0}, found {1}",
        self.id(), found);
    restarts.incrementAndGet();
    self = create();
    whenDeclaredDead.run();
  }

  List<ServerRecord> readServers() {
    List<ServerRecord> read = context.store.servers();
    servers = read;
    return read;
  }

  /**
   * Returns slot owners without a record: it was deleted, or they joined after the servers were
   * read. They are watched like all servers, because they may still issue numbers.
   */
  List<ServerRecord> ownersWithoutRecord(List<ServerRecord> read, Set<String> owners) {
    Set<String> known = read.stream().map(ServerRecord::id).collect(Collectors.toSet());
    return owners.stream()
        .filter(id -> !id.equals(SlotRecord.UNOWNED) && !known.contains(id))
        .map(id -> new ServerRecord(id, "", expiresAfter, State.SERVING, 0, NO_ROW))
        .toList();
  }

  /** Declares another server dead, unless it has renewed its lease meanwhile. */
  boolean declareDead(ServerRecord silent) {
    ServerRecord ended = silent.withState(State.ENDED, new LeaseStamps().next());
    boolean isEnded =
        silent.stamp().equals(NO_ROW)
            ? context.store.add(ended)
            : context.store.replace(silent, ended);
    if (isEnded) {
      Log.warn(
          "numbers per key: a server did not renew its lease and was declared dead: id={0},"
              + " address={1}",
          silent.id(), silent.address());
    }
    return isEnded;
  }

  /** Marks this server's record as ended, so that its slots are free. */
  void leave() {
    lease.revoke();
    if (hasJoined) {
      want(State.ENDED);
      renew();
    }
  }

  /** Returns whether the store has this server's record. Called by any thread. */
  boolean hasJoined() {
    return hasJoined;
  }
}
