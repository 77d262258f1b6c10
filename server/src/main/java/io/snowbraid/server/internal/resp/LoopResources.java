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
 * What the connections of one event loop share: they have their turns one after another, so they
 * need only one parser and one buffer for all. Used by the thread of the loop only.
 *
 * <p>It also counts how long commands take. All that are answered in one turn took as long as the
 * turn, so that a turn reads the clock twice, however many requests it has.
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
   * Creates what is shared.
   *
   * @param memory how many bytes of memory the connections of the loop may take
   */
  public LoopResources(Services services, EventLoop loop, LongSupplier memory) {
    ServerLimits limits = services.limits();
    this.services = services;
    this.areUsersRequired = services.authenticator().isRequired();
    this.clients = new LoopClients(loop, limits.stallTimeout(), limits.idleTimeout(), memory);
    this.parser = new RequestParser(limits.maxArguments(), limits.maxRequestBytes());
    this.commands = new Commands(services, parser, replies);
  }

  /** Forgets the time of the turn before. */
  void beginTurn() {
    isTurnTimed = false;
  }

  /** Returns a steady time of this turn; the clock is read once if anybody asks. */
  long turnNanos() {
    if (!isTurnTimed) {
      turnNanos = System.nanoTime();
      isTurnTimed = true;
    }
    return turnNanos;
  }

  /** Counts a request that is answered in this turn; null if it has no command. */
  void count(@Nullable Command command) {
    if (command != null) {
      Count count = of(command);
      if (count.inTurn++ == 0) {
        counted.add(count);
      }
    }
  }

  /** Counts a request that had to wait; null if it has no command. */
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
    Count known = counts.get(command); // as computeIfAbsent would create an object each time
    if (known == null) {
      known = new Count(services.statistics().latency(command.lowerCase()));
      counts.put(command, known);
    }
    return known;
  }

  /** Returns an array that is used again in the next turn. */
  byte[] input(int size) {
    if (input.length < size) {
      input = new byte[size];
    }
    return input;
  }
}
