package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.BrokenTag;
import io.snowbraid.server.ServerTimes;
import io.snowbraid.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a store which hangs or fails harms only those who need it. */
class WaitingHttpTest {

  @TempDir static Path directory;

  private final FailingSource store = new FailingSource();

  private HttpFixture start() {
    return start(Duration.ofMinutes(1));
  }

  /** Starts a server whose clients have some time to take their answers when it ends. */
  private HttpFixture start(Duration drain) {
    return new HttpFixture(
        directory,
        store,
        HttpSettings.DEFAULT,
        settings -> ServerTimes.drain(settings.threads(1), drain));
  }

  @Test
  void callThatWaitsHoldsUpOnlyItsOwnConnection() throws Exception {
    try (HttpFixture fixture = start();
        RawHttpClient waiting = fixture.connect();
        RawHttpClient calm = fixture.connect()) {
      waiting.send(
          RawHttpClient.get("/health/live")
              + RawHttpClient.get("/segments/slow")
              + RawHttpClient.get("/segments/slow?count=2")
              + RawHttpClient.get("/health/live"));
      assertThat(waiting.read().status()).isEqualTo(200);
      store.asked.await();
      assertThat(calm.ask(RawHttpClient.get("/ids")).status()).isEqualTo(200);
      assertThat(calm.ask(RawHttpClient.get("/metrics")).body())
          .contains("snowbraid_waits_total{for=\"numbers\"} 1.0\n");
      store.opened.countDown();
      assertThat(waiting.read().body()).isEqualTo("[\"1\"]");
      assertThat(waiting.read().body()).isEqualTo("[\"2\",\"3\"]");
      assertThat(waiting.read().body()).isEqualTo("{\"status\":\"UP\"}");
    }
  }

  @Test
  void storeThatFailsIsAProblemAndTheConnectionGoesOn() throws Exception {
    try (HttpFixture fixture = start();
        RawHttpClient client = fixture.connect()) {
      BrokenTag.exhaust(fixture.segments);
      RawHttpClient.Response failed = client.ask(RawHttpClient.get("/segments/broken"));
      assertThat(failed.status()).isEqualTo(503);
      assertThat(failed.headers())
          .containsEntry("retry-after", "1")
          .containsEntry("content-type", "application/problem+json");
      assertThat(failed.body())
          .contains(
              "\"detail\":\"no ids or numbers are available now; try again later, and see the"
                  + " server log")
          .doesNotContain(FailingSource.FAILURE);
      assertThat(client.ask(RawHttpClient.get("/segments/unknown")).status()).isEqualTo(404);
      assertThat(client.ask(RawHttpClient.get("/ids")).status()).isEqualTo(200);
    }
  }

  @Test
  void serverEndsAlthoughAConnectionWaits() throws Exception {
    HttpFixture fixture = start(Duration.ofMillis(1));
    try (RawHttpClient waiting = fixture.connect();
        RawHttpClient idle = fixture.connect()) {
      assertThat(idle.ask(RawHttpClient.get("/ids")).status()).isEqualTo(200);
      waiting.send(RawHttpClient.get("/health/live") + RawHttpClient.get("/segments/slow"));
      assertThat(waiting.read().status()).isEqualTo(200);
      store.asked.await();
      fixture.server.close();
      assertThat(idle.readByte()).isEqualTo(-1);
      assertThat(waiting.readByte()).isEqualTo(-1);
    } finally {
      store.opened.countDown();
      fixture.close();
    }
  }

  @Test
  void requestsThatHaveArrivedAreAnsweredBeforeTheEnd() throws Exception {
    HttpFixture fixture = start();
    Thread end = new Thread(fixture.server::close);
    try (RawHttpClient waiting = fixture.connect()) {
      waiting.send(RawHttpClient.get("/segments/slow") + RawHttpClient.get("/ids"));
      store.asked.await();
      end.start();
      store.opened.countDown();
      assertThat(waiting.read().body()).isEqualTo("[\"1\"]");
      assertThat(waiting.read().status()).isEqualTo(200);
      assertThat(waiting.readByte()).isEqualTo(-1);
    } finally {
      fixture.close();
      end.join();
    }
  }

  /** Otherwise the client takes the answer before for the one to its request. */
  @Test
  void bodyIsAskedForAfterTheAnswerThatIsWaitedFor() throws Exception {
    try (HttpFixture fixture = start();
        RawHttpClient client = fixture.connect()) {
      client.send(
          RawHttpClient.get("/segments/slow")
              + "POST /ids HTTP/1.1\r\n"
              + "Host: localhost\r\n"
              + "Expect: 100-continue\r\n"
              + "Content-Length: 3\r\n\r\n");
      store.asked.await();
      store.opened.countDown();
      assertThat(client.read().body()).isEqualTo("[\"1\"]");
      assertThat(client.readHead().status()).isEqualTo(100);
      client.send("abc" + RawHttpClient.get("/health/live"));
      assertThat(client.read().status()).isEqualTo(405);
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void wrongRequestIsRefusedAfterTheAnswerThatIsWaitedFor() throws Exception {
    try (HttpFixture fixture = start();
        RawHttpClient client = fixture.connect()) {
      client.send(
          RawHttpClient.get("/segments/slow")
              + "POST /ids HTTP/1.1\r\n"
              + "Host: localhost\r\n"
              + "Content-Length: 3\r\n\r\n"
              + "abcGET /ids HTTP/1.1\r\n\r\n"
              + RawHttpClient.get("/segments/smuggled"));
      store.asked.await();
      store.opened.countDown();
      assertThat(client.read().body()).isEqualTo("[\"1\"]");
      assertThat(client.read().status()).isEqualTo(405);
      assertThat(client.read().status()).isEqualTo(400);
      assertThat(client.readAll()).isZero();
      assertThat(fixture.segments.status("smuggled")).isEmpty();
    }
  }
}
