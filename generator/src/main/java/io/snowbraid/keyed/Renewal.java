package io.snowbraid.keyed;

import io.snowbraid.internal.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One renewal of a server's lease: with it goes a look at the other servers, of which the silent
 * are ended. Used by one thread at a time.
 */
final class Renewal {

  private final Background background;
  private final KeyedSettings settings;
  private final Slots slots;
  private final Membership membership;
  private final SlotMover mover;
  private final ServerWatch watch;
  private final EndedServers ended = new EndedServers();

  /** The servers of which a warning was logged. */
  private final Set<String> warned = new HashSet<>();

  Renewal(
      Background background,
      KeyedSettings settings,
      Slots slots,
      Membership membership,
      SlotMover mover,
      ServerWatch watch) {
    this.background = background;
    this.settings = settings;
    this.slots = slots;
    this.membership = membership;
    this.mover = mover;
    this.watch = watch;
  }

  /** Renews the lease; returns after how long to do so again. */
  Duration run() {
    if (membership.renew()) {
      slots.wakeAll();
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
      ended.old(servers, holders, background.now()).forEach(background.store()::remove);
    } catch (Throwable e) { // rows that stay do no harm
      background.trouble().failed(e);
    }
  }

  private Duration next() {
    Duration usual = settings.lease().dividedBy(4);
    Duration min = settings.lease().dividedBy(100);
    if (!membership.hasJoined()) {
      return min;
    }
    Duration silence = watch.next(background.now()).plus(min);
    return silence.compareTo(usual) < 0 ? silence : usual;
  }
}
