package io.snowbraid.server.internal.resp;

import io.netty.channel.EventLoop;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.internal.loop.LoopClients;
import io.snowbraid.server.internal.services.Latency;
import io.snowbraid.server.internal.services.Services;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Resources shared by the connections of an event loop. Connections take turns, so they need only
 * one parser and one buffer. Used only by the loop's thread.
 *
 * <p>Also measures commands. All commands answered in one turn count with the turn's duration, so a
 * turn reads the clock only twice, however many requests it processes.
 */
public final class LoopResources {

  private static final class Count {

    final Latency latency;
    int inTurn;

    Count(Latency latency) {
      this.latency = latency;
    }
  }

  public final LoopClients clients;
  final Services services;
  final boolean areUsersRequired;
  final RequestParser parser;
  final Replies replies = new Replies();
  final Commands commands;
  private final Map<Command, Count> counts = new EnumMap<>(Command.class);
  private final List<Count> counted = new ArrayList<>();
  private byte[] input = new byte[1 << 14];
  private long turnNanos;
  private boolean isTurnTimed;

  /**
   * Creates the resources.
   *
   * @param memory how many bytes of memory the loop's connections may use
   */
  public LoopResources(Services services, EventLoop loop, LongSupplier memory) {
    ServerLimits limits = services.limits();
    this.services = services;
    this.areUsersRequired = services.authenticator().isRequired();
    this.clients = new LoopClients(loop, limits.stallTimeout(), limits.idleTimeout(), memory);
    this.parser = new RequestParser(limits.maxArguments(), limits.maxRequestBytes());
    this.commands = new Commands(services, parser, replies);
  }

  /** Forgets the time of the previous turn. */
  void beginTurn() {
    isTurnTimed = false;
  }

  /** Returns a monotonic time within this turn; the first call of a turn reads the clock. */
  long turnNanos() {
    if (!isTurnTimed) {
      turnNanos = System.nanoTime();
      isTurnTimed = true;
    }
    return turnNanos;
  }

  /** Counts a request answered in this turn; null if its command is unknown. */
  void count(@Nullable Command command) {
    if (command != null) {
      Count count = of(command);
      if (count.inTurn++ == 0) {
        counted.add(count);
      }
    }
  }

  /** Counts a request that had to wait; null if its command is unknown. */
  void count(@Nullable Command command, long sinceNanos) {
    if (command != null) {
      of(command).latency.add(System.nanoTime() - sinceNanos, 1);
    }
  }

  /** Ends a turn with requests. */
  void endTurn() {
    long took = System.nanoTime() - turnNanos();
    for (Count count : counted) {
      count.latency.add(took, count.inTurn);
      count.inTurn = 0;
    }
    counted.clear();
  }

  private Count of(Command command) {
    Count known = counts.get(command); // computeIfAbsent would create an object each time
    if (known == null) {
      known = new Count(services.statistics().latency(command.lowerCase()));
      counts.put(command, known);
    }
    return known;
  }

  /** Returns an array, which the next turn reuses. */
  byte[] input(int size) {
    if (input.length < size) {
      input = new byte[size];
    }
    return input;
  }
}
