package io.snowbraid.keyed;

import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One renewal of a server's lease: with it goes a look at the other servers, of which the silent
 * are ended. Used by one thread at a time.
 */
final class Renewal {

  private final KeyedStore store;
  private final KeyedSettings settings;
  private final SlotTable slots;
  private final Membership membership;
  private final SlotMover mover;
  private final ServerWatch watch;
  private final EndedServers ended = new EndedServers();
  private final MonotonicTime steady;
  private final SlotWaits waits;
  private final Consumer<Throwable> whenFailed;

  /** The servers of which a warning was logged. */
  private final Set<String> warned = new HashSet<>();

  Renewal(
      KeyedStore store,
      KeyedSettings settings,
      SlotTable slots,
      Membership membership,
      SlotMover mover,
      ServerWatch watch,
      MonotonicTime steady,
      SlotWaits waits,
      Consumer<Throwable> whenFailed) {
    this.store = store;
    this.settings = settings;
    this.slots = slots;
    this.membership = membership;
    this.mover = mover;
    this.watch = watch;
    this.steady = steady;
    this.waits = waits;
    this.whenFailed = whenFailed;
  }

  /** Renews the lease; returns after how long to do so again. */
  Duration run() {
    if (membership.renew()) {
      waits.wakeAll();
    }
    List<ServerRecord> servers = membership.readServers();
    Set<String> holders = slots.byHolder().keySet();
    endSilent(servers, holders);
    mover.requestIfChanged();
    warnOfSameAddress(servers);
    removeOld(servers, holders);
    return next();
  }

  private void endSilent(List<ServerRecord> servers, Set<String> holders) {
    boolean isAnyEnded = false;
    String self = membership.id();
    List<ServerRecord> watched = new ArrayList<>(servers);
    watched.addAll(membership.without(servers, holders));
    for (ServerRecord silent : watch.silent(watched, steady.nanoTime())) {
      isAnyEnded |= !silent.id().equals(self) && membership.end(silent);
    }
    if (isAnyEnded) {
      List<ServerRecord> unused = membership.readServers();
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
      ended.old(servers, holders, steady.nanoTime()).forEach(store::remove);
    } catch (Throwable e) { // rows that stay do no harm
      whenFailed.accept(e);
    }
  }

  private Duration next() {
    Duration usual = settings.lease().dividedBy(4);
    Duration min = settings.lease().dividedBy(100);
    if (!membership.hasJoined()) {
      return min;
    }
    Duration silence = watch.next(steady.nanoTime()).plus(min);
    return silence.compareTo(usual) < 0 ? silence : usual;
  }
}
