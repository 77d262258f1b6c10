package io.snowbraid.server.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.time.Duration;
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

  @Test
  void connectionThatFailsHarmsNoOther() throws Exception {
    DefaultEventLoop loop = new DefaultEventLoop();
    try {
      LoopClients clients = new LoopClients(loop, SHORT, SHORT);
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
