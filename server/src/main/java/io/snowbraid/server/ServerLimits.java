package io.snowbraid.server;

import io.snowbraid.internal.Arguments;
import java.time.Duration;

/**
 * Limits that keep a client from harming the server or other clients.
 *
 * <p>Immutable and thread-safe.
 *
 * @param maxConnections the most open connections; at least 1
 * @param maxRequestBytes the longest request in bytes; from 64 to 1,048,576
 * @param maxArguments the most arguments of a request, including the command name; from 4 to 65,536
 * @param maxIds the most ids per request; from 1 to 10,000
 * @param maxUnsentBytes how many bytes of answers may wait for a slow client before its requests
 *     are no longer processed; at least 1,024
 * @param stallTimeout how long a client may leave answers unread or a request incomplete before its
 *     connection is dropped; more than 0
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
   * answers; a stall timeout of 10 seconds and an idle timeout of one hour.
   */
  public static final ServerLimits DEFAULT =
      new ServerLimits(
          10_000, 16_384, 1_024, 100, 1 << 18, Duration.ofSeconds(10), Duration.ofHours(1));

  /** The highest value that can be set as {@link #maxIds}. */
  static final int MAX_IDS = 10_000;

  private static final int MAX_BYTES = 1 << 20;

  /**
   * Creates limits. To change single limits, use the methods of {@link #DEFAULT}.
   *
   * @param maxConnections the most open connections
   * @param maxRequestBytes the longest request in bytes
   * @param maxArguments the most arguments of a request
   * @param maxIds the most ids per request
   * @param maxUnsentBytes the most bytes of answers waiting for a client
   * @param stallTimeout how long a client may stall
   * @param idleTimeout how long a connection may be idle
   * @throws IllegalArgumentException if a value is out of range
   */
  public ServerLimits {
    Arguments.atLeast("maxConnections", maxConnections, 1);
    Arguments.between("maxRequestBytes", maxRequestBytes, 64, MAX_BYTES);
    Arguments.between("maxArguments", maxArguments, 4, 1 << 16);
    Arguments.between("maxIds", maxIds, 1, MAX_IDS);
    Arguments.atLeast("maxUnsentBytes", maxUnsentBytes, 1_024);
    Arguments.positive("stallTimeout", stallTimeout);
    Arguments.positive("idleTimeout", idleTimeout);
  }

  /**
   * Limits how many connections may be open.
   *
   * @param max at least 1
   * @return new limits
   * @throws IllegalArgumentException if the number is out of range
   */
  public ServerLimits withMaxConnections(int max) {
    return new ServerLimits(
        max, maxRequestBytes, maxArguments, maxIds, maxUnsentBytes, stallTimeout, idleTimeout);
  }

  /**
   * Limits the length of a request.
   *
   * @param max the length in bytes, from 64 to 1,048,576
   * @return new limits
   * @throws IllegalArgumentException if the length is out of range
   */
  public ServerLimits withMaxRequestBytes(int max) {
    return new ServerLimits(
        maxConnections, max, maxArguments, maxIds, maxUnsentBytes, stallTimeout, idleTimeout);
  }

  /**
   * Limits the arguments of a request, including the command name.
   *
   * @param max from 4 to 65,536
   * @return new limits
   * @throws IllegalArgumentException if the number is out of range
   */
  public ServerLimits withMaxArguments(int max) {
    return new ServerLimits(
        maxConnections, maxRequestBytes, max, maxIds, maxUnsentBytes, stallTimeout, idleTimeout);
  }

  /**
   * Limits the ids per request.
   *
   * @param max from 1 to 10,000
   * @return new limits
   * @throws IllegalArgumentException if the number is out of range
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
   * Limits the answers that may wait for a slow client. Above, its requests are not processed.
   *
   * @param max the length in bytes, at least 1,024
   * @return new limits
   * @throws IllegalArgumentException if the length is out of range
   */
  public ServerLimits withMaxUnsentBytes(int max) {
    return new ServerLimits(
        maxConnections, maxRequestBytes, maxArguments, maxIds, max, stallTimeout, idleTimeout);
  }

  /**
   * Limits how long a client may leave answers unread or a request incomplete. After that, its
   * connection is dropped.
   *
   * @param timeout more than 0
   * @return new limits
   * @throws IllegalArgumentException if the timeout is not positive
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
   * Limits how long a connection may be idle. After that, it is closed.
   *
   * @param timeout more than 0
   * @return new limits
   * @throws IllegalArgumentException if the timeout is not positive
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
