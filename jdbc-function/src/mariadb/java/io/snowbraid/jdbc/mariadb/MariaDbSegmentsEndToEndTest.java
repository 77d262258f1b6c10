package io.snowbraid.jdbc.mariadb;

import io.snowbraid.jdbc.SegmentRace;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** The race on MariaDB. */
@Tag("end-to-end")
class MariaDbSegmentsEndToEndTest extends SegmentRace {

  @AutoClose private MariaDbServer server;

  @BeforeEach
  void create() throws Exception {
    server = MariaDbServer.start();
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
