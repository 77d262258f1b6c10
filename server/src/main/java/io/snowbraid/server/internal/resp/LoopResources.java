package io.snowbraid.server.internal.resp;

import io.netty.channel.EventLoop;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.internal.loop.LoopClients;
import io.snowbraid.server.internal.services.Services;
import java.util.function.LongSupplier;

/**
 * What the connections of one event loop share: they have their turns one after another, so they
 * need only one parser and one buffer for all. Used by the thread of the loop only.
 */
public final class LoopResources {

  private final Services services;
  private final LoopClients clients;
  private final RequestParser parser;
  private final Replies replies = new Replies();
  private final Commands commands;
  private final CommandTimes times;
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
    this.clients = new LoopClients(loop, limits.stallTimeout(), limits.idleTimeout(), memory);
    this.parser = new RequestParser(limits.maxArguments(), limits.maxRequestBytes());
    this.commands = new Commands(services, parser, replies);
    this.times = new CommandTimes(services.statistics());
  }

  public LoopClients clients() {
    return clients;
  }

  Services services() {
    return services;
  }

  EventLoop loop() {
    return clients.loop();
  }

  RequestParser parser() {
    return parser;
  }

  Replies replies() {
    return replies;
  }

  Commands commands() {
    return commands;
  }

  CommandTimes times() {
    return times;
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

  /** Returns an array that is used again in the next turn. */
  byte[] input(int size) {
    if (input.length < size) {
      input = new byte[size];
    }
    return input;
  }
}
