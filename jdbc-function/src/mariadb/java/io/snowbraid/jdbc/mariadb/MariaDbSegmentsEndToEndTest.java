package io.snowbraid.jdbc.mariadb;

import io.snowbraid.jdbc.SegmentRace;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** The race on MariaDB. */
@Tag("end-to-end")
class MariaDbSegmentsEndToEndTest extends SegmentRace {

  private MariaDbServer server;

  @BeforeEach
  void create() throws Exception {
    server = MariaDbServer.start();
  }

  @AfterEach
  void end() throws Exception {
    server.close();
  }

  @Override
  protected String url() {
    return server.url(Duration.ofSeconds(2), Duration.ofSeconds(4));
  }

  @Override
  protected void killServer() {
    server.kill();
  }

  @Override
  protected void startServer() throws Exception {
    server.restart();
  }

  @Override
  protected void signalServer(String signal) throws Exception {
    server.signal(signal);
  }
}
