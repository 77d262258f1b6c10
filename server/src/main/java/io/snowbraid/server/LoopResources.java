package io.snowbraid.server;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What the connections of one event loop share: they have their turns one after another, so they
 * need only one parser and one buffer for all. Used by the thread of the loop only.
 */
final class LoopResources {

  private static final long LONGEST_INTERVAL_MILLIS = 1_000;

  private final Services services;
  private final EventLoop loop;
  private final RequestParser parser;
  private final Replies replies = new Replies();
  private final Commands commands;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private final long intervalMillis;
  private byte[] input = new byte[1 << 14];
  private long ticks;

  LoopResources(Services services, EventLoop loop) {
    ServerLimits limits = services.limits();
    this.services = services;
    this.loop = loop;
    this.parser = new RequestParser(limits.maxArguments(), limits.maxRequestBytes());
    this.commands = new Commands(services, parser, replies);
    long shortest = Math.min(limits.stallTimeout().toMillis(), limits.idleTimeout().toMillis()) / 4;
    this.intervalMillis = Math.max(1, Math.min(LONGEST_INTERVAL_MILLIS, shortest));
  }

  /** Starts to look for connections that stall or idle. */
  void start() {
    Object unused =
        loop.scheduleWithFixedDelay(
            this::tick, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    ticks++;
    copyOfConnections().forEach(Connection::checkTimeouts);
  }

  /** Ends all connections once they have their answers. */
  void drain() {
    copyOfConnections().forEach(Connection::drain);
  }

  /** Returns a copy, because connections leave the set when they are closed. */
  private List<Connection> copyOfConnections() {
    return new ArrayList<>(connections);
  }

  /** Returns the time in ticks, which is cheaper than a clock. */
  long ticks() {
    return ticks;
  }

  /** Returns how many ticks have certainly passed after a time. */
  long ticks(long millis) {
    return millis / intervalMillis + 1;
  }

  Services services() {
    return services;
  }

  EventLoop loop() {
    return loop;
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

  /** Returns an array that is used again in the next turn. */
  byte[] input(int size) {
    if (input.length < size) {
      input = new byte[size];
    }
    return input;
  }

  void add(Connection connection) {
    boolean unused = connections.add(connection);
  }

  void remove(Connection connection) {
    boolean unused = connections.remove(connection);
  }
}
