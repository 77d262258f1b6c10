package io.snowbraid.server.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopClientsTest {

  private static final Duration SHORT = Duration.ofMillis(4);

  private static final class FailingClient implements LoopClient {

    final CountDownLatch failed = new CountDownLatch(3);

    @Override
    public void checkTimeouts() {
      throw new StackOverflowError("of a connection");
    }

    @Override
    public void drain() {
      throw new IllegalStateException("of a connection");
    }

    @Override
    public void fail(Throwable cause) {
      failed.countDown();
    }
  }

  private static final class CalmClient implements LoopClient {

    final CountDownLatch checked = new CountDownLatch(2);
    final CountDownLatch drained = new CountDownLatch(1);

    @Override
    public void checkTimeouts() {
      checked.countDown();
    }

    @Override
    public void drain() {
      drained.countDown();
    }

    @Override
    public void fail(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  /** A connection that says what it takes and for how long. */
  private static final class Taker implements LoopClient {

    private final String name;
    private final long excess;
    private final long silence;
    private final List<String> evicted;
    private final LoopClients clients;
    private long bytes;
    private long found;

    Taker(String name, long excess, long silence, LoopClients clients, List<String> evicted) {
      this.name = name;
      this.excess = excess;
      this.silence = silence;
      this.clients = clients;
      this.evicted = evicted;
      clients.add(this);
    }

    void take(long more) {
      bytes += more;
      clients.take(measure());
    }

    @Override
    public long measure() {
      long more = bytes - found;
      found = bytes;
      return more;
    }

    @Override
    public long bytes() {
      return found;
    }

    @Override
    public long excess() {
      return excess;
    }

    @Override
    public long silence() {
      return silence;
    }

    @Override
    public void evict(String reason) {
      assertThat(reason).isEqualTo(LoopClients.CROWDED);
      evicted.add(name);
      take(-bytes);
    }

    @Override
    public void checkTimeouts() {}

    @Override
    public void drain() {}

    @Override
    public void fail(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  private static LoopClients clientsOf(long maxBytes) {
    return new LoopClients(new DefaultEventLoop(), SHORT, SHORT, () -> maxBytes);
  }

  @Test
  void roomIsMadeByWhatWasKeptForLongest() {
    LoopClients clients = clientsOf(1_000);
    List<String> evicted = new ArrayList<>();
    new Taker("late", 0, 0, clients, evicted).take(100);
    new Taker("silent", 0, 9, clients, evicted).take(100);
    new Taker("long", 7, 0, clients, evicted).take(100);
    new Taker("small", 3, 0, clients, evicted).take(100);
    new Taker("large", 3, 0, clients, evicted).take(200);
    Taker last = new Taker("latest", 0, 0, clients, evicted);
    last.take(400);
    assertThat(evicted).isEmpty();
    last.take(1);
    assertThat(evicted).containsExactly("long");
    last.take(500);
    assertThat(evicted).containsExactly("long", "large", "small", "silent", "latest");
  }

  @Test
  void answersThatWereSentMeanwhileMakeRoom() {
    LoopClients clients = clientsOf(1_000);
    List<String> evicted = new ArrayList<>();
    Taker reader = new Taker("reader", 5, 0, clients, evicted);
    reader.take(900);
    reader.bytes = 100;
    new Taker("other", 0, 0, clients, evicted).take(500);
    assertThat(evicted).isEmpty();
  }

  @Test
  void connectionThatFailsHarmsNoOther() throws Exception {
    DefaultEventLoop loop = new DefaultEventLoop();
    try {
      LoopClients clients = new LoopClients(loop, SHORT, SHORT, () -> Long.MAX_VALUE);
      FailingClient failing = new FailingClient();
      CalmClient calm = new CalmClient();
      loop.execute(
          () -> {
            clients.add(failing);
            clients.add(calm);
            clients.start(Ticker.REAL);
            clients.drain();
          });
      calm.drained.await();
      calm.checked.await();
      failing.failed.await();
      assertThat(failing.failed.getCount()).isZero();
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
