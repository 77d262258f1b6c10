package io.snowbraid.server.program;

import io.snowbraid.server.ServerLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The settings of {@link ServerLimits}. */
public final class LimitOptions {

  @Option(
      names = "--max-connections",
      paramLabel = "connections",
      description = "How many connections are accepted at a time; further ones are refused.")
  private int maxConnections = ServerLimits.DEFAULT.maxConnections();

  @Option(
      names = "--max-request-bytes",
      paramLabel = "bytes",
      description = "The largest request, from 64 to 1048576; a larger one ends its connection.")
  private int maxRequestBytes = ServerLimits.DEFAULT.maxRequestBytes();

  @Option(
      names = "--max-arguments",
      paramLabel = "arguments",
      description = "The most arguments of a request, from 4 to 65536; more end its connection.")
  private int maxArguments = ServerLimits.DEFAULT.maxArguments();

  @Option(
      names = "--max-ids",
      paramLabel = "ids",
      description = "The most ids that one request may ask for, from 1 to 10000.")
  private int maxIds = ServerLimits.DEFAULT.maxIds();

  @Option(
      names = "--max-unsent-bytes",
      paramLabel = "bytes",
      description =
          "How many bytes of answers may wait for a client; above, its requests are not processed.")
  private int maxUnsentBytes = ServerLimits.DEFAULT.maxUnsentBytes();

  @Option(
      names = "--stall-timeout",
      paramLabel = "duration",
      defaultValue = "10s",
      description =
          "How long a client may leave answers unread, or a request incomplete, before it is"
              + " dropped.")
  private Duration stallTimeout = ServerLimits.DEFAULT.stallTimeout();

  @Option(
      names = "--idle-timeout",
      paramLabel = "duration",
      defaultValue = "1h",
      description = "How long a connection may ask for nothing before it is closed.")
  private Duration idleTimeout = ServerLimits.DEFAULT.idleTimeout();

  public ServerLimits limits() {
    return ServerLimits.DEFAULT
        .withMaxConnections(maxConnections)
        .withMaxRequestBytes(maxRequestBytes)
        .withMaxArguments(maxArguments)
        .withMaxIds(maxIds)
        .withMaxUnsentBytes(maxUnsentBytes)
        .withStallTimeout(stallTimeout)
        .withIdleTimeout(idleTimeout);
  }
}
