package io.snowbraid.server.program;

import io.snowbraid.server.ServerLimits;

/** The settings of {@link ServerLimits}. */
public final class LimitOptions {

  private LimitOptions() {}

  /** Reads them. */
  public static ServerLimits read(Settings settings) {
    ServerLimits limits = ServerLimits.DEFAULT;
    return limits
        .withMaxConnections(
            settings.number(
                "max-connections",
                "connections",
                limits.maxConnections(),
                "from 1",
                limits::withMaxConnections,
                "How many connections are accepted at a time; further ones are refused."))
        .withMaxRequestBytes(
            settings.number(
                "max-request-bytes",
                "bytes",
                limits.maxRequestBytes(),
                "from 64 to 1048576",
                limits::withMaxRequestBytes,
                "The largest request, from 64 to 1048576; a larger one ends its connection."))
        .withMaxArguments(
            settings.number(
                "max-arguments",
                "arguments",
                limits.maxArguments(),
                "from 4 to 65536",
                limits::withMaxArguments,
                "The most arguments of a request, from 4 to 65536; more end its connection."))
        .withMaxIds(
            settings.number(
                "max-ids",
                "ids",
                limits.maxIds(),
                "from 1 to 10000",
                limits::withMaxIds,
                "The most ids that one request may ask for, from 1 to 10000."))
        .withMaxUnsentBytes(
            settings.number(
                "max-unsent-bytes",
                "bytes",
                limits.maxUnsentBytes(),
                "from 1024",
                limits::withMaxUnsentBytes,
                "How many bytes of answers may wait for a client; above, its requests are not"
                    + " processed."))
        .withStallTimeout(
            settings.duration(
                "stall-timeout",
                "10s",
                "above 0s",
                limits::withStallTimeout,
                "How long a client may leave answers unread, or a request incomplete, before it is"
                    + " dropped."))
        .withIdleTimeout(
            settings.duration(
                "idle-timeout",
                "1h",
                "above 0s",
                limits::withIdleTimeout,
                "How long a connection may ask for nothing before it is closed."));
  }
}
