package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.testing.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests on the real clock how long servers wait. All other tests simulate the time. */
@Tag("limits")
class LimitsTest {

  @TempDir Path directory;

  private ServerFixture start(UnaryOperator<IdServer.Builder> settings) {
    return new ServerFixture(
        directory.resolve("workers"), SegmentSource.inMemory(), settings::apply);
  }

  private interface Call {
    void make() throws IOException;
  }

  private static Runnable unchecked(Call call) {
    return () -> {
      try {
        call.make();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** Connects a client that has sent a part of a request. */
  private static RespClient stalled(ServerFixture fixture) {
    try {
      RespClient client = fixture.connect();
      client.send("PING\r\n*1\r\n");
      assertThat(client.read()).isEqualTo("+PONG");
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ticks are seconds here: the client is looked at first after one, and dropped in the 13th. */
  @Test
  void clientThatStallsIsDroppedAfterTenSeconds() {
    try (ServerFixture fixture = start(server -> server)) {
      Limits.assertEndsWithin(
          Duration.ofSeconds(13),
          () -> {
            RespClient client = stalled(fixture);
            return unchecked(() -> assertThat(client.readByte()).isEqualTo(-1));
          });
    }
  }

  @Test
  void clientsHaveASecondToTakeTheirAnswersWhenTheServerEnds() {
    List<ServerFixture> started = new ArrayList<>();
    try {
      Limits.assertEndsAt(
          Duration.ofSeconds(1),
          () -> {
            ServerFixture fixture = start(server -> server);
            started.add(fixture);
            stalled(fixture);
            return fixture.server::close;
          });
    } finally {
      started.forEach(ServerFixture::close);
    }
  }
}
