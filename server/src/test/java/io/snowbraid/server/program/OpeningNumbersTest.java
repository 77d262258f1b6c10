package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.keyed.KeyedStoreException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.ServerFixture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that ids are issued whether or not numbers per key can be opened. */
class OpeningNumbersTest {

  @TempDir Path directory;

  private final OpeningNumbers keyed =
      new OpeningNumbers(KeyedSettings.DEFAULT, null, new Attempts(Duration.ofMillis(1)));
  private final CountDownLatch reachable = new CountDownLatch(1);
  private final AtomicInteger attempts = new AtomicInteger();
  private ServerFixture fixture;
  private RespClient client;

  @BeforeEach
  void start() throws Exception {
    fixture =
        new ServerFixture(
            directory.resolve("ids"),
            SegmentSource.inMemory(),
            server -> server.keyed(keyed).keyedWait(Duration.ofMinutes(1)));
    client = fixture.connect();
  }

  @AfterEach
  void end() throws Exception {
    keyed.close();
    client.close();
    fixture.close();
  }

  private void open(Supplier<KeyedStore> store) {
    keyed.start(store, new InetSocketAddress(InetAddress.getLoopbackAddress(), 7878));
  }

  private KeyedStore store() {
    return KeyedStore.file(directory.resolve("sequences"));
  }

  @Test
  void callsWaitForTheFirstAttempt() throws Exception {
    open(
        () -> {
          awaitReachable();
          return store();
        });
    client.send("PING\r\nINCR a\r\nPING b\r\n");
    assertThat(client.read()).isEqualTo("+PONG");
    try (RespClient other = fixture.connect()) {
      assertThat(other.ask("GETID")).startsWith(":");
      assertThat(other.ask("CLUSTER SLOTS"))
          .startsWith("-CLUSTERDOWN numbers per key are not open here");
      assertThat(other.ask("INFO keyed")).contains("keyed_slots:0\r\n");
    }
    reachable.countDown();
    assertThat(client.read()).startsWith(":");
    assertThat(client.read()).isEqualTo("b");
  }

  private void awaitReachable() {
    try {
      reachable.await();
    } catch (InterruptedException e) {
      throw new KeyedStoreException("interrupted", e);
    }
  }

  @Test
  void callsAreRefusedOnceAnAttemptHasFailedAndServedOnceOneSucceeds() throws Exception {
    CapturedLog log = new CapturedLog();
    open(
        () -> {
          if (attempts.incrementAndGet() == 1) {
            throw new KeyedStoreException("table must be readable: table=a");
          }
          awaitReachable();
          return store();
        });
    log.await(line -> line.getMessage().startsWith("numbers per key cannot be opened yet"));
    log.close();
    assertThat(client.ask("INCR a"))
        .isEqualTo("-UNAVAILABLE numbers per key could not be opened; see the log of the server");
    assertThat(client.ask("INFO keyed"))
        .contains("keyed_store_failure:table must be readable: table=a\r\n");
    assertThat(client.ask("GETID")).startsWith(":");
    reachable.countDown();
    String answer = client.ask("INCR a");
    while (answer.startsWith("-")) {
      answer = client.ask("INCR a");
    }
    assertThat(answer).startsWith(":");
  }

  @Test
  void attemptIsRepeatedWhateverItThrows() throws Exception {
    open(
        () -> {
          if (attempts.incrementAndGet() == 1) {
            throw new NoClassDefFoundError("Driver");
          }
          return store();
        });
    String answer = client.ask("INCR a");
    while (answer.startsWith("-")) {
      answer = client.ask("INCR a");
    }
    assertThat(answer).startsWith(":");
    assertThat(attempts).hasValue(2);
  }

  @Test
  void attemptThatEndsAfterTheEndLeavesNothingOpen() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch opened = new CountDownLatch(1);
    open(
        () -> {
          begun.countDown();
          awaitReachable();
          KeyedStore late = store();
          opened.countDown();
          return late;
        });
    begun.await();
    Thread.currentThread().interrupt(); // so the end does not wait for the attempt
    keyed.close();
    assertThat(Thread.interrupted()).isTrue();
    reachable.countDown();
    opened.await();
    boolean isOpen = true;
    while (isOpen) {
      isOpen = !isFree();
    }
  }

  private boolean isFree() {
    try {
      store().close();
      return true;
    } catch (KeyedStoreException e) { // another one has it still
      return false;
    }
  }

  @Test
  void storeIsClosedWithTheNumbers() throws Exception {
    open(this::store);
    keyed.awaitSlots(Duration.ofMinutes(1));
    assertThat(client.ask("INCR a")).startsWith(":");
    keyed.close();
    store().close(); // it would be locked
  }
}
