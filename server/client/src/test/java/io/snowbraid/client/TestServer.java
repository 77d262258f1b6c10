package io.snowbraid.client;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.IdServer;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.UnaryOperator;

/** A server on a free port, with its generators. Those of one directory have one store. */
final class TestServer implements AutoCloseable {

  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final IdServer server;

  TestServer(Path directory) {
    this(directory, InstantSource.system(), UnaryOperator.identity());
  }

  TestServer(Path directory, InstantSource clock) {
    this(directory, clock, UnaryOperator.identity());
  }

  TestServer(Path directory, UnaryOperator<IdServer.Builder> settings) {
    this(directory, InstantSource.system(), settings);
  }

  private TestServer(
      Path directory, InstantSource clock, UnaryOperator<IdServer.Builder> settings) {
    ids =
        Snowflake.builder()
            .worker(WorkerSource.file(directory.resolve("workers")))
            .clock(clock)
            .build();
    segments =
        SegmentGenerators.builder()
            .source(SegmentSource.file(directory.resolve("segments")))
            .build();
    server = settings.apply(IdServer.builder().ids(ids).segments(segments).port(0)).build();
    server.start();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  int port() {
    return server.address().getPort();
  }

  @Override
  public void close() {
    end();
  }

  /** Ends the server in the middle of a test. */
  void end() {
    server.close();
    segments.close();
    ids.close();
  }
}
