package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSettings;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server on a free port, with its generators. */
public final class ServerFixture implements AutoCloseable {

  /** A machine that delays the threads that draw must not make a call fail. */
  private static final SegmentSettings PATIENT =
      SegmentSettings.DEFAULT.withMaxWait(Duration.ofMinutes(1));

  /** For a tag whose store fails. */
  private static final SegmentSettings IMPATIENT =
      SegmentSettings.DEFAULT.withMaxWait(Duration.ofMillis(1));

  public final Snowflake ids;
  public final SegmentGenerators segments;
  public final IdServer server;

  public ServerFixture(
      Path directory, SegmentSource source, UnaryOperator<IdServer.Builder> settings) {
    ids = Snowflake.builder().worker(WorkerSource.file(directory)).build();
    segments =
        SegmentGenerators.builder()
            .source(source)
            .settings(PATIENT)
            .settings(BrokenTag.NAME, IMPATIENT)
            .build();
    server = settings.apply(IdServer.builder().ids(ids).segments(segments).port(0)).build();
    server.start();
  }

  static ServerFixture withLimits(Path directory, ServerLimits limits) {
    return new ServerFixture(directory, SegmentSource.inMemory(), server -> server.limits(limits));
  }

  public InetSocketAddress address() {
    return server.address();
  }

  public RespClient connect() throws IOException {
    return new RespClient(address());
  }

  @Override
  public void close() {
    server.close();
    segments.close();
    ids.close();
  }
}
