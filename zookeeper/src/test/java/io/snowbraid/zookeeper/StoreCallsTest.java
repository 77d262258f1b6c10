package io.snowbraid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests how many calls may be open, on a client that reaches no server. */
class StoreCallsTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(10);

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);

  private boolean hang() throws InterruptedException {
    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
    end.await();
    open.decrementAndGet();
    return true;
  }

  @Test
  void callsThatHangAreLimitedAndTheNextOnesFailOrWait() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Clients clients = new Clients()) {
      StoreCalls calls = new StoreCalls(clients.open("127.0.0.1:1"));
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < StoreCalls.MAX_OPEN + 2; i++) {
        results.add(threads.submit(() -> calls.run(LONG, "source", isCancelled -> hang())));
      }
      await().atMost(LONG).until(() -> open.get() == StoreCalls.MAX_OPEN);
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> calls.run(SHORT, "source", isCancelled -> hang()))
          .withMessageStartingWith("ZooKeeper does not answer, and all 4 calls are open");
      end.countDown();
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
      assertThat(mostOpen).hasValue(StoreCalls.MAX_OPEN);
    } finally {
      threads.shutdownNow();
    }
  }
}
