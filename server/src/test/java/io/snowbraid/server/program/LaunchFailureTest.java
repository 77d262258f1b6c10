package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.jdbc.connection.StoreFailures.MissingSegmentTableException;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.IdServer;
import io.snowbraid.worker.ReadOnlyStoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests stores that can be reached, but fail while the server starts. */
class LaunchFailureTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SQLException cause = new SQLException("ended by the administrator");

  private static Store store() {
    return Store.database("jdbc:h2:mem:launch", "sa", "");
  }

  private static RunningServer start(Store store) {
    return RunningServer.start(store, IdServer.builder().port(0), LineSettings.of("--keyed=false"));
  }

  /** Fails as often as there are failures, and then starts. */
  private static ServerLaunch launch(RuntimeException... failures) {
    Queue<RuntimeException> left = new ArrayDeque<>(List.of(failures));
    return new ServerLaunch(
        LaunchFailureTest::store,
        store -> {
          RuntimeException failure = left.poll();
          if (failure == null) {
            return start(store);
          }
          store.close();
          throw failure;
        },
        PATIENCE,
        Duration.ofMillis(1));
  }

  @Test
  void storeThatFailsIsTriedAgainAfterPausesThatGetLonger() throws Exception {
    CapturedLog log = new CapturedLog();
    try (ServerLaunch launch =
        launch(
            new SegmentSourceException("tokens cannot be read", cause),
            new ReadOnlyStoreException("the store is a standby", cause))) {
      assertThat(launch.start()).isNotNull();
      assertThat(log.texts())
          .filteredOn(line -> line.startsWith("server cannot start yet: "))
          .satisfiesExactly(
              line -> assertThat(line).endsWith("; retrying in 1 ms"),
              line -> assertThat(line).endsWith("; retrying in 2 ms"));
    } finally {
      log.close();
    }
  }

  @Test
  void pausesAreDoubledUpToHalfAMinute() {
    assertThat(Stream.iterate(Duration.ofSeconds(1), ServerLaunch::next).limit(7))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
  }

  /** Returns a store whose end hangs. */
  private static Store hanging(CountDownLatch end) {
    Store store = store();
    return new Store(
        store.workers(),
        store.segments(),
        store.keyed(),
        store.database(),
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          store.close();
        });
  }

  @Test
  void endDoesNotWaitForWhatHangs() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    CapturedLog log = new CapturedLog();
    try {
      ServerLaunch launch =
          new ServerLaunch(() -> hanging(hang), LaunchFailureTest::start, Duration.ofMillis(1));
      assertThat(launch.start()).isNotNull();
      launch.close();
      log.await(
          line ->
              CapturedLog.text(line)
                  .startsWith(
                      "shutdown takes longer than shutdown-timeout=1 ms; the process exits"));
    } finally {
      hang.countDown();
      log.close();
    }
  }

  @Test
  void tableThatIsMissingEndsTheStart() {
    CapturedLog log = new CapturedLog();
    ServerLaunch launch = launch(new MissingSegmentTableException("table is missing", cause));
    assertThatExceptionOfType(MissingSegmentTableException.class).isThrownBy(launch::start);
    launch.close();
    assertThat(log.texts()).noneMatch(line -> line.startsWith("shut"));
    log.close();
  }

  @Test
  void layoutThatDiffersFromTheStoresEndsTheStart() {
    Settings settings = LineSettings.of("--keyed=false", "--layout=twitter");
    ServerLaunch launch =
        new ServerLaunch(
            () -> Store.database("jdbc:h2:mem:layout;DB_CLOSE_DELAY=-1", "sa", ""),
            store -> RunningServer.start(store, IdServer.builder().port(0), settings),
            PATIENCE);
    try (Store first = Store.database("jdbc:h2:mem:layout;DB_CLOSE_DELAY=-1", "sa", "")) {
      start(first).close();
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(launch::start)
          .withMessageContaining("namespace has a different layout: ");
    }
  }
}
