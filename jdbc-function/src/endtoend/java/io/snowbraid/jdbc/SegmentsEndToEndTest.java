package io.snowbraid.jdbc;

import io.snowbraid.testing.ManagedServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** The race on PostgreSQL. */
@Tag("end-to-end")
class SegmentsEndToEndTest extends SegmentRace {

  private static final int PORT = 25_434;

  private ManagedServer server;

  @BeforeEach
  void create() throws Exception {
    server = ManagedServer.create(directory.resolve("server"), PORT);
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Override
  protected String url() {
    return "jdbc:postgresql://localhost:"
        + PORT
        + "/postgres?user=postgres&connectTimeout=2&socketTimeout=4";
  }

  @Override
  protected void killServer() {
    server.kill();
  }

  @Override
  protected void startServer() throws Exception {
    server.start();
  }

  @Override
  protected void signalServer(String signal) throws Exception {
    server.signal(signal);
  }
}
