package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.SteadyClock;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.http.TinyidSettings;
import io.snowbraid.server.http.TinyidToken;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that clients of Tinyid's endpoints who wait do not harm each other. */
class TinyidWaitTest {

  private static final String CALL = "/tinyid/id/nextIdSimple?token=t&bizType=";

  @TempDir Path directory;

  private final CountDownLatch opened = new CountDownLatch(1);

  private HttpFixture start(SegmentSource source, Supplier<List<TinyidToken>> tokens) {
    return start(source, tokens, System::nanoTime);
  }

  private HttpFixture start(
      SegmentSource source, Supplier<List<TinyidToken>> tokens, LongSupplier nanoTime) {
    return new HttpFixture(
        directory,
        source,
        HttpSettings.DEFAULT.withTinyid(new TinyidSettings(source, tokens, 1_000)),
        settings -> SteadyClock.set(settings.threads(1), nanoTime));
  }

  private void await(CountDownLatch asked) {
    asked.countDown();
    try {
      opened.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void wrongRequestFailsAlone() throws Exception {
    AtomicLong now = new AtomicLong();
    CountDownLatch asked = new CountDownLatch(1);
    Supplier<List<TinyidToken>> tokens =
        () -> {
          if (now.get() > 0) {
            await(asked);
          }
          return List.of(new TinyidToken("t", "a"));
        };
    try (HttpFixture server = start(SegmentSource.inMemory(), tokens, now::get);
        RawHttpClient wrong = server.connect();
        RawHttpClient right = server.connect()) {
      now.set(Duration.ofHours(1).toNanos());
      wrong.send(RawHttpClient.get(CALL + "%FF"));
      asked.await();
      right.send(RawHttpClient.get(CALL + "a"));
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200); // after the request
      opened.countDown();
      assertThat(wrong.read().status()).isEqualTo(400);
      assertThat(right.read().body()).isEqualTo("1");
    }
  }

  /** Each of them takes megabytes, and there may be thousands of connections. */
  @Test
  void onlySomeLargeBatchesAreMadeAtATime() throws Exception {
    SegmentSource memory = SegmentSource.inMemory();
    CountDownLatch asked = new CountDownLatch(2);
    SegmentSource blocked =
        (SegmentSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SegmentSource.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("draw")) {
                    await(asked);
                  }
                  return method.invoke(memory, arguments);
                });
    Supplier<List<TinyidToken>> tokens =
        () ->
            List.of(
                new TinyidToken("t", "a"), new TinyidToken("t", "b"), new TinyidToken("t", "c"));
    try (HttpFixture server = start(blocked, tokens);
        RawHttpClient first = server.connect();
        RawHttpClient second = server.connect();
        RawHttpClient third = server.connect()) {
      first.send(RawHttpClient.get(CALL + "a&batchSize=100000"));
      second.send(RawHttpClient.get(CALL + "b&batchSize=100000"));
      asked.await();
      String large = RawHttpClient.get(CALL.replace("Simple", "") + "c&batchSize=100000");
      assertThat(third.ask(large).body())
          .startsWith("{\"data\":null,\"code\":6,")
          .contains("too many numbers are requested at once");
      opened.countDown();
      assertThat(first.read().body().split(",", -1)).hasSize(100_000);
      assertThat(second.read().body().split(",", -1)).hasSize(100_000);
      assertThat(third.ask(large).body()).startsWith("{\"data\":[1,2,");
    }
  }
}
