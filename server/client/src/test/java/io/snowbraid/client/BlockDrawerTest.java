package io.snowbraid.client;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when the background thread draws, and when it does not. */
class BlockDrawerTest {

  private final AtomicInteger attempts = new AtomicInteger();
  private BlockBuffer hand;

  @AfterEach
  void endExpiry() {
    hand.close();
  }

  private BlockDrawer drawer(TestServer server) {
    return drawer(server.address(), Duration.ofDays(1));
  }

  private BlockDrawer drawer(String address, Duration maxAge) {
    return drawer(address, maxAge, System::nanoTime);
  }

  private BlockDrawer drawer(String address, Duration maxAge, LongSupplier nanoTime) {
    ClientSettings settings =
        new ClientSettings(
            List.of(ServerAddress.parse(address)),
            null,
            null,
            null,
            100,
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            maxAge,
            Duration.ofMillis(100));
    ThreadFactory threads =
        work -> {
          if (attempts.getAndIncrement() == 0) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return ClientThreads.named("test").newThread(work);
        };
    hand = new BlockBuffer(maxAge.toNanos(), ClientThreads.named("test-age"), nanoTime);
    return new BlockDrawer(settings, hand, threads, DeadlineSocket::new);
  }

  @Test
  void drawingGoesOnAfterAThreadThatCouldNotStart(@TempDir Path directory) throws Exception {
    try (TestServer server = new TestServer(directory);
        BlockDrawer drawer = drawer(server)) {
      assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(drawer::request);
      drawer.request();
      assertThat(attempts).hasValue(2);
      awaitBlock();
    }
  }

  @Test
  void nothingOutlivesACheckpoint(@TempDir Path directory) throws Exception {
    attempts.set(1);
    try (TestServer server = new TestServer(directory);
        BlockDrawer drawer = drawer(server)) {
      drawer.request();
      awaitBlock();
      Block block = hand.current();
      drawer.suspend();
      assertThat(block.contains(block.next())).isFalse();
      drawer.request();
      await().atMost(ofMinutes(1)).until(() -> hand.failedRounds() != 0);
      assertThat(drawer.failure().reasons()).containsValue("the process is at a checkpoint");
      drawer.resume();
      drawer.request();
      awaitBlock();
    }
  }

  /** The time stands still until the server hangs. */
  @Test
  void idsBecomeTooOldWhileAServerHangs(@TempDir Path directory) throws Exception {
    attempts.set(1);
    AtomicLong now = new AtomicLong(System.nanoTime());
    Duration maxAge = Duration.ofMillis(100);
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), Fault.NONE);
        BlockDrawer drawer = drawer(route.address(), maxAge, now::get)) {
      hand.enter(4);
      drawer.request();
      awaitBlock();
      hand.exit(4);
      route.set(Fault.SILENT);
      Block block = hand.current();
      assertThat(block.fill(new long[2], 0)).isEqualTo(2);
      drawer.request();
      route.awaitSilence();
      assertThat(block.left()).isPositive();
      now.set(block.drawnAt() + maxAge.toNanos());
      await().atMost(ofMinutes(1)).until(() -> block.left() <= 0);
      assertThat(hand.failedRounds()).isZero();
    }
  }

  @Test
  void drawingGoesOnWithoutACallWhileIdsAreDiscarded(@TempDir Path directory) throws Exception {
    attempts.set(1);
    InstantSource ahead = () -> Instant.now().plusSeconds(3_600);
    try (TestServer first = new TestServer(directory, ahead);
        TestServer second = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(first.port(), Fault.NONE);
        BlockDrawer drawer = drawer(route.address(), Duration.ofDays(1))) {
      drawer.request();
      awaitBlock();
      long before = hand.current().id(hand.current().next());
      route.lead(second.port());
      drawer.request();
      awaitBlock();
      assertThat(hand.current().id(0)).isLessThan(before);
    }
  }

  private void awaitBlock() throws InterruptedException {
    Block used = hand.current();
    hand.await(used, hand.failedRounds(), Duration.ofSeconds(60).toNanos());
    assertThat(hand.leave(used)).isTrue();
  }
}
