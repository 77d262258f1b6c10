package io.snowbraid.client;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests when the background thread draws, and when it does not. */
class BlockBufferTest {

  private BlockBuffer blocks;

  @AfterEach
  void end() {
    if (blocks != null) {
      blocks.close();
    }
  }

  private static ClientSettings settings(
      String address, Duration maxAge, Duration maxWait, int idsPerRequest) {
    ClientSettings settings = new ClientSettings();
    settings.addresses = List.of(ServerAddress.parse(address));
    settings.idsPerRequest = idsPerRequest;
    settings.timeout = Duration.ofSeconds(60);
    settings.maxWait = maxWait;
    settings.maxAge = maxAge;
    settings.orderWait = Duration.ofMillis(100);
    return settings;
  }

  private void open(String address, Duration maxAge, Duration maxWait, MonotonicTime time) {
    blocks = new BlockBuffer(settings(address, maxAge, maxWait, 100), time, Threads.SHARED);
  }

  @ParameterizedTest
  @CsvSource({"100, 10000", "1000, 10000", "3, 300"})
  void blockHasAtMostAHundredRequests(int idsPerRequest, int expected) {
    ClientSettings settings =
        settings("localhost", Duration.ofSeconds(1), Duration.ZERO, idsPerRequest);
    assertThat(BlockBuffer.max(settings)).isEqualTo(expected);
  }

  @Test
  void requestsOfABlockFitIntoTheBuffersOfASocket() {
    ClientSettings settings = settings("localhost", Duration.ofSeconds(1), Duration.ZERO, 10);
    settings.tag = "t".repeat(512);
    int requests = BlockBuffer.max(settings) / 10;
    int bytes = ServerConnection.requestBytes(settings);
    assertThat(requests * bytes).isLessThanOrEqualTo(1 << 14);
    assertThat((requests + 1) * bytes).isGreaterThan(1 << 14);
  }

  @Test
  void nothingOutlivesACheckpoint(@TempDir Path directory) {
    try (TestServer server = new TestServer(directory)) {
      open(server.address(), Duration.ofDays(1), Duration.ZERO, MonotonicTime.SYSTEM);
      await().atMost(ofMinutes(1)).until(() -> blocks.tryNextId() > 0 || isRefused(""));
      await().atMost(ofMinutes(1)).until(() -> blocks.counts().left() > 0);
      blocks.suspend();
      assertThat(blocks.tryNextId()).isNegative();
      await().atMost(ofMinutes(1)).until(() -> isRefused("=the process is at a checkpoint"));
      blocks.resume();
      await().atMost(ofMinutes(1)).until(() -> !isRefused(""));
    }
  }

  /**
   * Returns whether a call that must not wait fails with a text, after which others may succeed.
   */
  private boolean isRefused(String text) {
    try {
      blocks.nextId();
      return false;
    } catch (IdsUnavailableException e) {
      return e.getMessage().contains(text);
    }
  }

  /** The time stands still until the server hangs. */
  @Test
  void idsBecomeTooOldWhileAServerHangs(@TempDir Path directory) throws Exception {
    AtomicLong now = new AtomicLong(System.nanoTime());
    MonotonicTime still =
        new MonotonicTime() {
          @Override
          public long nanoTime() {
            return now.get();
          }

          @Override
          public void await(long nanos) {
            LockSupport.parkNanos(nanos);
          }
        };
    Duration maxAge = Duration.ofMillis(100);
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), Fault.NONE)) {
      open(route.address(), maxAge, Duration.ofDays(1), still);
      blocks.fill(new long[8], 0, null);
      await().atMost(ofMinutes(1)).until(() -> blocks.counts().left() > 1);
      route.set(Fault.SILENT);
      blocks.fill(new long[(int) blocks.counts().left() - 1], 0, null);
      route.awaitSilence();
      assertThat(blocks.counts().left()).isEqualTo(1);
      now.addAndGet(maxAge.toNanos());
      await().atMost(ofMinutes(1)).until(() -> blocks.counts().left() == 0);
      assertThat(blocks.failures()).isZero();
      assertThat(blocks.counts().discarded()).isEqualTo(1);
    }
  }

  @Test
  void drawingGoesOnWithoutACallWhileIdsAreDiscarded(@TempDir Path directory) throws Exception {
    InstantSource ahead = () -> Instant.now().plusSeconds(3_600);
    try (TestServer first = new TestServer(directory, ahead);
        TestServer second = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(first.port(), Fault.NONE)) {
      open(route.address(), Duration.ofDays(1), Duration.ZERO, MonotonicTime.SYSTEM);
      await().atMost(ofMinutes(1)).until(() -> blocks.tryNextId() > 0 || isRefused(""));
      await().atMost(ofMinutes(1)).until(() -> blocks.counts().left() > 0);
      long before = blocks.nextId();
      route.lead(second.port());
      blocks.discard();
      assertThatExceptionOfType(IdsUnavailableException.class).isThrownBy(blocks::nextId);
      await().atMost(ofMinutes(1)).until(() -> blocks.counts().left() > 0);
      assertThat(blocks.nextId()).isLessThan(before);
    }
  }
}
