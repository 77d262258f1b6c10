package io.snowbraid.server.program;

import io.snowbraid.server.ServerLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The settings of {@link ServerLimits}. */
final class LimitOptions {

  @Option(
      names = "--max-connections",
      description = "How many connections are accepted at a time; further ones are refused.")
  @Range(min = "1")
  private int maxConnections = ServerLimits.DEFAULT.maxConnections();

  @Option(
      names = "--max-request-bytes",
      description = "The largest request, from 64 to 1048576; a larger one ends its connection.")
  @Range(min = "64", max = "1048576")
  private int maxRequestBytes = ServerLimits.DEFAULT.maxRequestBytes();

  @Option(
      names = "--max-arguments",
      description = "The most arguments of a request, from 4 to 65536; more end its connection.")
  @Range(min = "4", max = "65536")
  private int maxArguments = ServerLimits.DEFAULT.maxArguments();

  @Option(
      names = "--max-ids",
      description = "The most ids that one request may ask for, from 1 to 10000.")
  @Range(min = "1", max = "10000")
  private int maxIds = ServerLimits.DEFAULT.maxIds();

  @Option(
      names = "--max-unsent-bytes",
      description =
          "How many bytes of answers may wait for a client; above, its requests are not processed.")
  @Range(min = "1024")
  private int maxUnsentBytes = ServerLimits.DEFAULT.maxUnsentBytes();

  @Option(
      names = "--stall-timeout",
      defaultValue = "10s",
      description =
          "How long a client may leave answers unread, or a request incomplete, before it is"
              + " dropped.")
  @Range(min = "1ms")
  private Duration stallTimeout;

  @Option(
      names = "--idle-timeout",
      defaultValue = "1h",
      description = "How long a connection may ask for nothing before it is closed.")
  @Range(min = "1ms")
  private Duration idleTimeout;

  ServerLimits limits() {
    return new ServerLimits(
        maxConnections,
        maxRequestBytes,
        maxArguments,
        maxIds,
        maxUnsentBytes,
        stallTimeout,
        idleTimeout);
  }
}
