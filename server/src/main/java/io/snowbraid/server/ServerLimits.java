package io.snowbraid.server;

import java.time.Duration;

/**
 * How much the server does for its clients, so that none of them can harm others.
 *
 * <p>Immutable and thread-safe.
 *
 * @param maxConnections how many connections are accepted at a time; at least 1
 * @param maxRequestBytes the most bytes of a request; from 64 to 1,048,576
 * @param maxArguments the most arguments of a request, with the name of its command; from 4 to
 *     65,536
 * @param maxIds the most ids that one request may ask for; from 1 to 10,000
 * @param maxUnsentBytes how many bytes of answers may wait for a client that does not read them.
 *     Above, its requests are not processed. At least 1,024
 * @param stallTimeout how long a client may leave answers unread, or a request incomplete, before
 *     it is dropped; more than 0
 * @param idleTimeout how long a connection may be idle before it is closed; more than 0
 */
public record ServerLimits(
    int maxConnections,
    int maxRequestBytes,
    int maxArguments,
    int maxIds,
    int maxUnsentBytes,
    Duration stallTimeout,
    Duration idleTimeout) {

  /**
   * 10,000 connections; requests of 16,384 bytes, 1,024 arguments and 100 ids; 256 KiB of unread
   * answers; 10 seconds for a client that stalls, an hour for an idle one.
   */
  public static final ServerLimits DEFAULT =
      new ServerLimits(
          10_000, 16_384, 1_024, 100, 1 << 18, Duration.ofSeconds(10), Duration.ofHours(1));

  /** The most ids that a request may ever ask for. */
  static final int MAX_IDS = 10_000;

  private static final int MAX_BYTES = 1 << 20;

  /**
   * Creates limits. Those that are to differ from {@link #DEFAULT} are set by its methods, too.
   *
   * @param maxConnections how many connections are accepted at a time
   * @param maxRequestBytes the most bytes of a request
   * @param maxArguments the most arguments of a request
   * @param maxIds the most ids that one request may ask for
   * @param maxUnsentBytes how many bytes of answers may wait for a client
   * @param stallTimeout how long a client may stall
   * @param idleTimeout how long a connection may be idle
   * @throws IllegalArgumentException if one is out of its range
   */
  public ServerLimits {
    require("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
    require("maxRequestBytes", maxRequestBytes, 64, MAX_BYTES);
    require("maxArguments", maxArguments, 4, 1 << 16);
    require("maxIds", maxIds, 1, MAX_IDS);
    require("maxUnsentBytes", maxUnsentBytes, 1_024, Integer.MAX_VALUE);
    requirePositive("stallTimeout", stallTimeout);
    requirePositive("idleTimeout", idleTimeout);
  }

  private static void require(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          min + " <= " + name + " <= " + max + " must hold: " + name + "=" + value);
    }
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be more than 0: " + name + "=" + value);
    }
  }

  /**
   * Changes how many connections are accepted.
   *
   * @param max at least 1
   * @return new limits
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerLimits withMaxConnections(int max) {
    return new ServerLimits(
        max, maxRequestBytes, maxArguments, maxIds, maxUnsentBytes, stallTimeout, idleTimeout);
  }

  /**
   * Changes how many bytes a request may have.
   *
   * @param max from 64 to 1,048,576
   * @return new limits
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerLimits withMaxRequestBytes(int max) {
    return new ServerLimits(
        maxConnections, max, maxArguments, maxIds, maxUnsentBytes, stallTimeout, idleTimeout);
  }

  /**
   * Changes how many arguments a request may have, with the name of its command.
   *
   * @param max from 4 to 65,536
   * @return new limits
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerLimits withMaxArguments(int max) {
    return new ServerLimits(
        maxConnections, maxRequestBytes, max, maxIds, maxUnsentBytes, stallTimeout, idleTimeout);
  }

  /**
   * Changes how many ids a request may ask for.
   *
   * @param max from 1 to 10,000
   * @return new limits
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerLimits withMaxIds(int max) {
    return new ServerLimits(
        maxConnections,
        maxRequestBytes,
        maxArguments,
        max,
        maxUnsentBytes,
        stallTimeout,
        idleTimeout);
  }

  /**
   * Changes how many bytes of answers may wait for a client.
   *
   * @param max at least 1,024
   * @return new limits
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerLimits withMaxUnsentBytes(int max) {
    return new ServerLimits(
        maxConnections, maxRequestBytes, maxArguments, maxIds, max, stallTimeout, idleTimeout);
  }

  /**
   * Changes how long a client may leave answers unread, or a request incomplete, before it is
   * dropped.
   *
   * @param timeout more than 0
   * @return new limits
   * @throws IllegalArgumentException if it is not more than 0
   */
  public ServerLimits withStallTimeout(Duration timeout) {
    return new ServerLimits(
        maxConnections,
        maxRequestBytes,
        maxArguments,
        maxIds,
        maxUnsentBytes,
        timeout,
        idleTimeout);
  }

  /**
   * Changes how long a connection may be idle before it is closed.
   *
   * @param timeout more than 0
   * @return new limits
   * @throws IllegalArgumentException if it is not more than 0
   */
  public ServerLimits withIdleTimeout(Duration timeout) {
    return new ServerLimits(
        maxConnections,
        maxRequestBytes,
        maxArguments,
        maxIds,
        maxUnsentBytes,
        stallTimeout,
        timeout);
  }
}
