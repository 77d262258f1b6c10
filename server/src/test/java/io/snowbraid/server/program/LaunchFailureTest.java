package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.connection.StoreFailures.MissingSegmentTableException;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.TestPlans;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.worker.ReadOnlyStoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests stores that can be reached, but fail while the server starts. */
class LaunchFailureTest {

  private final SQLException cause = new SQLException("ended by the administrator");

  /** Fails as often as there are failures. */
  private static final class FailingPlan implements HttpPlan {

    private final Queue<RuntimeException> failures;

    FailingPlan(RuntimeException... failures) {
      this.failures = new ArrayDeque<>(List.of(failures));
    }

    @Override
    public Optional<HttpSettings> open(Store store, SegmentGenerators segments) {
      RuntimeException failure = failures.poll();
      if (failure != null) {
        throw failure;
      }
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  private ServerLaunch launch(HttpPlan plan) {
    ServerPlan server = TestPlans.withHttp(IdServer.builder().port(0), plan);
    return new ServerLaunch(
        () -> Store.database("jdbc:h2:mem:launch", "sa", ""),
        server,
        new Attempts(Duration.ofMillis(1)));
  }

  @Test
  void storeThatFailsOnceIsTriedAgain() throws Exception {
    HttpPlan plan =
        new FailingPlan(
            new SegmentSourceException("tokens cannot be read", cause),
            new ReadOnlyStoreException("the store is a standby", cause));
    try (ServerLaunch launch = launch(plan)) {
      assertThat(launch.start()).isNotNull();
    }
  }

  /** Its end hangs. */
  private record HangingPlan(CountDownLatch end) implements HttpPlan {

    @Override
    public Optional<HttpSettings> open(Store store, SegmentGenerators segments) {
      return Optional.empty();
    }

    @Override
    public void close() {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void endDoesNotWaitForWhatHangs() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    CapturedLog log = new CapturedLog();
    try {
      ServerLaunch launch = launch(new HangingPlan(hang));
      assertThat(launch.start()).isNotNull();
      launch.close(Duration.ofMillis(1));
      log.await(
          line ->
              CapturedLog.text(line)
                  .startsWith("the end takes longer than shutdown-timeout=1 ms, so what"));
    } finally {
      hang.countDown();
      log.close();
    }
  }

  @Test
  void tableThatIsMissingEndsTheStart() {
    try (ServerLaunch launch =
        launch(new FailingPlan(new MissingSegmentTableException("table is missing", cause)))) {
      assertThatExceptionOfType(MissingSegmentTableException.class).isThrownBy(launch::start);
    }
  }
}
