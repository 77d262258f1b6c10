package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.internal.TestClock;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What stores and listeners find in the background threads that call them. */
class ForeignCodeTest {

  private final BlockingQueue<Optional<ClassLoader>> found = new LinkedBlockingQueue<>();

  /** Drivers and clients of stores look for classes and files there, some without a fallback. */
  @Test
  void sourceOfWorkersFindsItsOwnClassLoader() throws Exception {
    WorkerSource workers = new Noting(new SingleWorkerSource(3));
    Snowflake.builder().worker(workers).build().close();
    assertFound();
  }

  @Test
  void listenerFindsItsOwnClassLoader() throws Exception {
    SnowflakeListener listener = new NotingListener();
    TestClock clock = new TestClock();
    try (Snowflake ids =
        Snowflake.builder()
            .worker(new SingleWorkerSource(3))
            .clock(clock)
            .listener(listener)
            .build()) {
      ids.nextId();
      clock.move(Duration.ofHours(-1));
      ids.nextId();
      assertFound();
    }
  }

  private void assertFound() throws InterruptedException {
    assertThat(found.poll(1, TimeUnit.MINUTES)).contains(ForeignCodeTest.class.getClassLoader());
  }

  private void note() {
    found.add(Optional.ofNullable(Thread.currentThread().getContextClassLoader()));
  }

  private final class Noting implements WorkerSource {

    private final WorkerSource numbers;

    Noting(WorkerSource numbers) {
      this.numbers = numbers;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
      note();
      return numbers.acquire(request);
    }
  }

  private final class NotingListener implements SnowflakeListener {

    @Override
    public void onEvent(SnowflakeEvent event) {
      note();
    }
  }
}
