package io.snowbraid.client;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.segment.SegmentSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients of servers in this process. */
class ServerIdsTest {

  private static final int THREADS = 4;
  private static final int IDS = 50_000;

  @TempDir Path directory;

  private static ServerIds.Builder client(TestServer... servers) {
    String[] addresses = List.of(servers).stream().map(TestServer::address).toArray(String[]::new);
    return ServerIds.builder().addresses(addresses).maxWait(Duration.ofSeconds(60));
  }

  private static long[] take(ServerIds ids, int count) {
    return LongStream.generate(ids::nextId).limit(count).toArray();
  }

  @Test
  void idsAreUniqueAndRiseInEachThread() {
    try (TestServer server = new TestServer(directory);
        ServerIds ids = client(server).build()) {
      List<CompletableFuture<long[]>> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        threads.add(CompletableFuture.supplyAsync(() -> take(ids, IDS)));
      }
      List<long[]> taken = threads.stream().map(CompletableFuture::join).toList();
      taken.forEach(each -> assertThat(each).isSorted());
      assertThat(taken.stream().flatMapToLong(LongStream::of).distinct().count())
          .isEqualTo(THREADS * IDS);
    }
  }

  @Test
  void arraysAreFilledInOrder() {
    try (TestServer server = new TestServer(directory);
        ServerIds ids = client(server).build()) {
      long[] first = ids.nextIds(25_000);
      long[] second = ids.nextIds(3);
      assertThat(LongStream.concat(LongStream.of(first), LongStream.of(second)).toArray())
          .isSorted()
          .doesNotHaveDuplicates();
      assertThat(ids.nextIds(0)).isEmpty();
    }
  }

  @Test
  void numbersOfATagBeginAtOne() {
    try (TestServer server = new TestServer(directory);
        ServerIds orders = client(server).tag("orders/ü").build();
        ServerIds tickets = client(server).tag("tickets").build()) {
      assertThat(take(orders, 1_000)).isEqualTo(LongStream.rangeClosed(1, 1_000).toArray());
      assertThat(tickets.nextId()).isEqualTo(1);
    }
  }

  @Test
  void idsRiseOverFailOverThoughTheOtherClockIsBehind() {
    InstantSource ahead = () -> Instant.now().plusMillis(400);
    try (TestServer first = new TestServer(directory, ahead);
        TestServer second = new TestServer(directory);
        ServerIds ids = client(first, second).orderWait(Duration.ofSeconds(60)).build()) {
      long[] before = take(ids, IDS);
      first.end();
      long[] after = take(ids, IDS);
      assertThat(LongStream.concat(LongStream.of(before), LongStream.of(after)).toArray())
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void idsGoOnThoughTheOtherClockIsAnHourBehind() {
    InstantSource ahead = () -> Instant.now().plusSeconds(3_600);
    try (TestServer first = new TestServer(directory, ahead);
        TestServer second = new TestServer(directory);
        ServerIds ids = client(first, second).orderWait(Duration.ofMillis(50)).build()) {
      long[] before = take(ids, IDS);
      first.end();
      long[] after = take(ids, IDS);
      assertThat(after[IDS - 1]).isLessThan(before[0]);
      assertThat(ids.nextIds(IDS)).isSorted();
      assertThat(LongStream.concat(LongStream.of(before), LongStream.of(after)).toArray())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void numbersOfATagRiseWhileTheClientGoesToAndFro() throws IOException {
    try (TestServer first = new TestServer(directory);
        TestServer second = new TestServer(directory);
        FaultyRoute one = new FaultyRoute(first.port(), Fault.NONE);
        FaultyRoute other = new FaultyRoute(second.port(), Fault.NONE);
        ServerIds orders =
            ServerIds.builder()
                .addresses(one.address(), other.address())
                .tag("orders")
                .maxWait(Duration.ofSeconds(60))
                .orderWait(Duration.ofSeconds(60))
                .build()) {
      long last = 0;
      for (int i = 0; i < 10; i++) {
        one.set(i % 2 == 0 ? Fault.NONE : Fault.CUT);
        other.set(i % 2 == 1 ? Fault.NONE : Fault.CUT);
        for (int k = 0; k < 2_000; k++) {
          long number = orders.nextId();
          assertThat(number).isGreaterThan(last);
          last = number;
        }
      }
    }
  }

  @Test
  void requestThatAllServersRejectFailsAtOnce() {
    try (TestServer first = new TestServer(directory);
        TestServer second = new TestServer(directory);
        ServerIds ids =
            client(first, second).idsPerRequest(101).maxWait(Duration.ofDays(1)).build()) {
      assertThatExceptionOfType(RequestRejectedException.class)
          .isThrownBy(() -> ids.nextIds(101))
          .withMessageContaining(
              second.address()
                  + "=it answered \"ERR parameters error! argv[1] = 101; request between 1 and"
                  + " 100\"")
          .withMessageContaining(first.address() + "=it answered")
          .withMessageEndingWith("; correct what the servers reject");
      assertThat(firstThatComes(ids)).isPositive(); // a rejection counts for a moment
    }
  }

  @Test
  void clientThatMayNotWaitGetsIdsLater() {
    try (TestServer server = new TestServer(directory);
        ServerIds ids = client(server).maxWait(Duration.ZERO).maxAge(Duration.ofDays(1)).build()) {
      assertThatExceptionOfType(IdsUnavailableException.class).isThrownBy(ids::nextId);
      assertThat(firstThatComes(ids)).isPositive();
    }
  }

  private static long firstThatComes(ServerIds ids) {
    while (true) {
      try {
        return ids.nextId();
      } catch (IdsUnavailableException | RequestRejectedException e) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void numbersBelowTheLastOneAreNeverIssued(@TempDir Path restored) throws IOException {
    try (TestServer server = new TestServer(directory);
        TestServer backup = new TestServer(restored);
        FaultyRoute route = new FaultyRoute(server.port(), Fault.NONE);
        ServerIds orders =
            ServerIds.builder()
                .addresses(route.address())
                .tag("orders")
                .maxWait(Duration.ofSeconds(60))
                .orderWait(Duration.ZERO)
                .build()) {
      skip(directory, 10_000);
      assertThat(orders.nextId()).isEqualTo(10_001);
      route.lead(backup.port());
      assertThatExceptionOfType(RequestRejectedException.class)
          .isThrownBy(() -> orders.nextIds(100))
          .withMessageContaining("=it answered up to ")
          .withMessageContaining(", which must be above ")
          .withMessageEndingWith("; advance the tag past all numbers in use");
      skip(restored, 20_000);
      assertThat(firstThatComes(orders)).isGreaterThan(10_001);
    }
  }

  private static void skip(Path store, long numbers) {
    SegmentSource.file(store.resolve("segments")).draw("orders", numbers);
  }

  @Test
  void interruptEndsTheWait() throws IOException {
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), Fault.SILENT);
        ServerIds ids = ServerIds.builder().addresses(route.address()).build()) {
      Thread.currentThread().interrupt();
      assertThatExceptionOfType(WaitInterruptedException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining("ids from [" + route.address() + "]");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void closingEndsCallsThatWaitAndTheThread() throws Exception {
    try (TestServer server = new TestServer(directory);
        FaultyRoute route = new FaultyRoute(server.port(), Fault.SILENT)) {
      ServerIds ids =
          ServerIds.builder()
              .addresses(route.address())
              .tag("closing")
              .timeout(Duration.ofDays(1))
              .maxWait(Duration.ofDays(1))
              .build();
      CompletableFuture<Long> call = CompletableFuture.supplyAsync(ids::nextId);
      Thread drawing = awaitDrawing();
      assertThat(drawing.isDaemon()).isTrue();
      ids.close();
      ids.close();
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(call::get)
          .withCauseInstanceOf(GeneratorClosedException.class);
      await().atMost(ofMinutes(1)).until(() -> !isDrawing(drawing.getStackTrace()));
      assertThatExceptionOfType(GeneratorClosedException.class)
          .isThrownBy(ids::nextId)
          .withMessageEndingWith(" is closed; build a new one");
    }
  }

  private static Thread awaitDrawing() {
    while (true) {
      for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
        if (isDrawing(each.getValue())) {
          return each.getKey();
        }
      }
      Thread.onSpinWait();
    }
  }

  private static boolean isDrawing(StackTraceElement[] stack) {
    return Stream.of(stack)
        .anyMatch(call -> call.getClassName().equals(BlockBuffer.class.getName()));
  }

  @Test
  void settingsAreChecked() {
    ServerIds.Builder builder = ServerIds.builder();
    assertThatIllegalStateException()
        .isThrownBy(builder::build)
        .withMessage("client has no servers; call addresses(...)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.idsPerRequest(10_001))
        .withMessage("idsPerRequest must be between 1 and 10000, but is 10001");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.timeout(Duration.ZERO))
        .withMessage("timeout must be between 1 ms and 1 d, but is 0 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxWait(Duration.ofDays(2)))
        .withMessage("maxWait must be between 0 ms and 1 d, but is 2 d");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.tag(" "))
        .withMessage("tag must not be blank");
  }
}
