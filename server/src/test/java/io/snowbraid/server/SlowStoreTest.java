package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a store which hangs or fails harms only those who need it. */
class SlowStoreTest {

  @TempDir static Path directory;

  private final SegmentSource store = SegmentSource.inMemory();

  /** Numbers of the tag {@code slow} come when this is opened. */
  private final CountDownLatch opened = new CountDownLatch(1);

  private final BrokenTag broken = new BrokenTag();
  private final CountDownLatch asked = new CountDownLatch(1);

  private ServerFixture start() {
    return start(Duration.ofMinutes(1));
  }

  /** Starts a server whose clients have some time to take their answers when it ends. */
  private ServerFixture start(Duration drain) {
    return new ServerFixture(
        directory, new HangingSource(), server -> ServerTimes.drain(server.threads(1), drain));
  }

  @Test
  void callThatWaitsHoldsUpOnlyItsOwnConnection() throws Exception {
    try (ServerFixture fixture = start();
        RespClient waiting = fixture.connect();
        RespClient calm = fixture.connect()) {
      waiting.send("PING\r\nNEXTID slow\r\nMNEXTID slow 2\r\nPING 2\r\nGETID\r\n");
      assertThat(waiting.read()).isEqualTo("+PONG");
      asked.await();
      assertThat(calm.ask("GETID")).startsWith(":");
      assertThat(calm.ask("NEXTID quick")).isEqualTo(":1");
      opened.countDown();
      assertThat(waiting.read()).isEqualTo(":1");
      assertThat(waiting.read()).isEqualTo("[:2, :3]");
      assertThat(waiting.read()).isEqualTo("2");
      assertThat(waiting.read()).startsWith(":");
    }
  }

  @Test
  void allConnectionsThatWaitForATagGetTheirNumbers() throws Exception {
    try (ServerFixture fixture = start();
        RespClient first = fixture.connect();
        RespClient second = fixture.connect();
        RespClient third = fixture.connect()) {
      first.send("NEXTID slow\r\n");
      asked.await();
      second.send("MNEXTID slow 100\r\n");
      third.send("NEXTID slow\r\n");
      opened.countDown();
      assertThat(first.read()).startsWith(":");
      assertThat(second.read().split(", ", -1)).hasSize(100).doesNotHaveDuplicates();
      assertThat(third.read()).startsWith(":");
    }
  }

  @Test
  void storeThatFailsIsAnErrorAndTheConnectionGoesOn() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      BrokenTag.exhaust(fixture.segments);
      client.send("NEXTID broken\r\nPING\r\n");
      assertThat(client.read())
          .isEqualTo(
              "-UNAVAILABLE no ids or numbers are available now; try again later, and see the"
                  + " server log");
      assertThat(client.read()).isEqualTo("+PONG");
    }
  }

  @Test
  void moreIdsThanATickHasAreWaitedFor() throws Exception {
    try (Snowflake ids =
            Snowflake.builder()
                .maxLead(Duration.ZERO)
                .worker(WorkerSource.file(directory.resolve("ids")))
                .build();
        SegmentGenerators segments = SegmentGenerators.builder().source(store).build();
        IdServer server =
            IdServer.builder()
                .ids(ids)
                .segments(segments)
                .port(0)
                .limits(ServerLimits.DEFAULT.withMaxIds(10_000))
                .build()) {
      server.start();
      try (RespClient client = new RespClient(server.address())) {
        client.send("MGETID 10000\r\n".repeat(10) + "PING\r\n");
        for (int i = 0; i < 10; i++) {
          assertThat(client.read().split(", ", -1)).hasSize(10_000).doesNotHaveDuplicates();
        }
        assertThat(client.read()).isEqualTo("+PONG");
      }
    }
  }

  @Test
  void serverEndsAlthoughAConnectionWaits() throws Exception {
    ServerFixture fixture = start(Duration.ofMillis(1));
    try (RespClient waiting = fixture.connect()) {
      waiting.send("PING\r\nNEXTID slow\r\n");
      assertThat(waiting.read()).isEqualTo("+PONG");
      asked.await();
      fixture.server.close();
      assertThat(waiting.readByte()).isEqualTo(-1);
    } finally {
      opened.countDown();
      fixture.close();
    }
  }

  private final class HangingSource implements SegmentSource {

    @Override
    public Segment draw(String tag, long count) {
      if (tag.equals(BrokenTag.NAME)) {
        return broken.draw(count);
      }
      if (tag.equals("slow")) {
        await();
      }
      return store.draw(tag, count);
    }

    private void await() {
      asked.countDown();
      try {
        opened.await();
      } catch (InterruptedException e) {
        throw new SegmentSourceException("interrupted", e);
      }
    }

    @Override
    public boolean advance(String tag, long bound) {
      return store.advance(tag, bound);
    }

    @Override
    public OptionalLong peek(String tag) {
      return store.peek(tag);
    }

    @Override
    public List<String> tags() {
      return store.tags();
    }

    @Override
    public boolean create(String tag, long bound) {
      return store.create(tag, bound);
    }
  }
}
