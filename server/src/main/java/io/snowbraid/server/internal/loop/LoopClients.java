package io.snowbraid.server.internal.loop;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The connections of one event loop, the memory they take, and its time in ticks, which is cheaper
 * than a clock. Used by the thread of the loop only, but for {@link #start}.
 */
public final class LoopClients {

  /** The source of ticks. Tests have their own, so that time passes when they say. */
  @FunctionalInterface
  public interface Ticker {

    /** Ticks as real time passes. */
    Ticker REAL =
        (loop, millis, tick) ->
            loop.scheduleWithFixedDelay(tick, millis, millis, TimeUnit.MILLISECONDS);

    /**
     * Begins to tick.
     *
     * @param tick called in the thread of the loop, once each interval
     */
    void start(EventLoop loop, long intervalMillis, Runnable tick);
  }

  /** Why a connection is closed whose place another client needs. */
  public static final String SILENT = "silent for longest while there were too many connections";

  /** Why a connection is closed whose memory others need. */
  public static final String CROWDED =
      "requests or answers took most memory for longest while it was used up";

  private static final long LONGEST_INTERVAL_MILLIS = 1_000;

  /**
   * This part of the memory is made free at a time, because finding out what to close takes time.
   */
  private static final int PARTS = 32;

  /** The connection first that is closed first. */
  private static final Comparator<LoopConnection<?>> ORDER =
      Comparator.<LoopConnection<?>>comparingLong(LoopConnection::excess)
          .thenComparingLong(LoopConnection::silence)
          .thenComparingLong(LoopConnection::bytes)
          .reversed();

  private final EventLoop loop;
  private final Set<LoopConnection<?>> clients = new LinkedHashSet<>();
  private final long intervalMillis;
  private final long stallTicks;
  private final long idleTicks;
  private final LongSupplier memory;
  private long maxBytes;
  private long bytes;
  private long ticks;

  /**
   * Creates a set without connections.
   *
   * @param stallTimeout how long a client may leave answers unread, or a request incomplete
   * @param idleTimeout how long a connection may be idle
   * @param memory how many bytes of memory the connections may take; asked for once each tick
   */
  public LoopClients(
      EventLoop loop, Duration stallTimeout, Duration idleTimeout, LongSupplier memory) {
    this.loop = loop;
    this.memory = memory;
    this.maxBytes = memory.getAsLong();
    long shortest = Math.min(stallTimeout.toMillis(), idleTimeout.toMillis()) / 4;
    this.intervalMillis = Math.max(1, Math.min(LONGEST_INTERVAL_MILLIS, shortest));
    this.stallTicks = ticks(stallTimeout);
    this.idleTicks = ticks(idleTimeout);
  }

  /** Returns how many ticks have certainly passed after a time. */
  private long ticks(Duration time) {
    return time.toMillis() / intervalMillis + 1;
  }

  /** Starts to look for connections that stall or idle. */
  public void start(Ticker ticker) {
    ticker.start(loop, intervalMillis, this::tick);
  }

  private void tick() {
    ticks++;
    maxBytes = memory.getAsLong();
    copy().forEach(client -> client.run(client::checkTimeouts));
  }

  /** Closes the connections whose secret was removed. */
  public void renewLogins() {
    copy().forEach(client -> client.run(client::renewLogin));
  }

  /** Ends all connections once they have their answers. */
  public void drain() {
    copy().forEach(client -> client.run(client::drain));
  }

  /**
   * Closes the connection of a port whose client has been silent for longest. One that never asked
   * for anything comes first.
   *
   * @return false if all are in use
   */
  public boolean evict(Channel listener) {
    Optional<LoopConnection<?>> victim =
        clients.stream()
            .filter(client -> client.isOf(listener) && client.silence() > 0)
            .max(Comparator.comparingLong(LoopConnection::silence));
    victim.ifPresent(silent -> evict(silent, SILENT));
    return victim.isPresent();
  }

  private void evict(LoopConnection<?> victim, String reason) {
    clients.remove(victim);
    victim.run(() -> victim.evict(reason));
  }

  /**
   * Notes that connections take more memory, or less. If it is too much, closes those first that
   * take most for longest, then those that have been silent for longest, then the latest.
   */
  void take(long more) {
    bytes += more;
    if (more > 0 && bytes > maxBytes) {
      makeRoom();
    }
  }

  private void makeRoom() {
    List<LoopConnection<?>> victims = copy();
    victims.forEach(client -> bytes += client.measure()); // answers may have been sent since
    Collections.reverse(victims);
    victims.sort(ORDER);
    Iterator<LoopConnection<?>> next = victims.iterator();
    while (bytes > maxBytes - maxBytes / PARTS && next.hasNext()) {
      evict(next.next(), CROWDED);
    }
  }

  /** Returns a copy, because connections leave the set when they are closed. */
  private List<LoopConnection<?>> copy() {
    return new ArrayList<>(clients);
  }

  public EventLoop loop() {
    return loop;
  }

  long ticks() {
    return ticks;
  }

  long stallTicks() {
    return stallTicks;
  }

  long idleTicks() {
    return idleTicks;
  }

  void add(LoopConnection<?> client) {
    clients.add(client);
  }

  void remove(LoopConnection<?> client) {
    clients.remove(client);
  }
}
