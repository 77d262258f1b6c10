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
 * The connections of one event loop, their memory, and its time in ticks, which cost less than
 * reading a clock. Used only by the loop's thread, except {@link #start}.
 */
public final class LoopClients {

  /** A source of ticks, which tests replace. */
  @FunctionalInterface
  public interface Ticker {

    /** Ticks in real time. */
    Ticker REAL =
        (loop, millis, tick) ->
            loop.scheduleWithFixedDelay(tick, millis, millis, TimeUnit.MILLISECONDS);

    /**
     * Starts ticking.
     *
     * @param tick called in the loop's thread, once per interval
     */
    void start(EventLoop loop, long intervalMillis, Runnable tick);
  }

  /** The reason logged for closing a connection to make room for another client. */
  public static final String SILENT = "idle for longest when connections ran out";

  /** The reason logged for closing a connection to free memory. */
  public static final String CROWDED =
      "its requests or replies used most memory when memory ran out";

  private static final long LONGEST_INTERVAL_MILLIS = 1_000;

  /** The share of memory to free at a time, as 1/32, because choosing connections takes time. */
  private static final int PARTS = 32;

  /** Orders connections: those to close first come first. */
  private static final Comparator<LoopConnection<?>> ORDER =
      Comparator.<LoopConnection<?>>comparingLong(LoopConnection::excess)
          .thenComparingLong(LoopConnection::silence)
          .thenComparingLong(LoopConnection::bytes)
          .reversed();

  public final EventLoop loop;
  private final Set<LoopConnection<?>> clients = new LinkedHashSet<>();
  private final long intervalMillis;
  final long stallTicks;
  final long idleTicks;
  private final LongSupplier memory;
  private long maxBytes;
  private long bytes;
  private long ticks;

  /**
   * Creates a loop without connections.
   *
   * @param stallTimeout how long a client may leave answers unread or a request incomplete
   * @param idleTimeout how long a connection may be idle
   * @param memory how many bytes of memory the connections may use; called once per tick
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

  /** Returns a number of ticks that takes at least the given time. */
  private long ticks(Duration time) {
    return time.toMillis() / intervalMillis + 1;
  }

  /** Starts checking for stalled and idle connections. */
  public void start(Ticker ticker) {
    ticker.start(loop, intervalMillis, this::tick);
  }

  private void tick() {
    ticks++;
    maxBytes = memory.getAsLong();
    copy().forEach(client -> client.run(client::checkTimeouts));
  }

  public void recheckLogins() {
    copy().forEach(client -> client.run(client::renewLogin));
  }

  /** Closes each connection once its client has its answers. */
  public void drain() {
    copy().forEach(client -> client.run(client::drain));
  }

  /**
   * Closes the connection of a port whose client has been silent for longest. Clients that never
   * sent a request come first.
   *
   * @return false if all connections are in use
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
   * Adds to the memory in use. If it is too much, closes connections: first those with the most
   * excess memory for longest, then those silent for longest, then the largest, then the newest.
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

  /** Returns a copy, because connections are removed when they close. */
  private List<LoopConnection<?>> copy() {
    return new ArrayList<>(clients);
  }

  long ticks() {
    return ticks;
  }

  void add(LoopConnection<?> client) {
    clients.add(client);
  }

  void remove(LoopConnection<?> client) {
    clients.remove(client);
  }
}
