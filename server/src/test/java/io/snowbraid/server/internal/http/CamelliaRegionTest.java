package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.http.CamelliaRegion;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.HttpSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the synchronization of regions by URLs, with servers that answer as Camellia's. */
class CamelliaRegionTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path directory;

  private HttpFixture serve(String name, SegmentSource source, Optional<RegionSynchronizer> sync) {
    CamelliaSettings settings = new CamelliaSettings(source, Region.NONE, 1_000, sync);
    return HttpFixture.start(
        directory.resolve(name), source, HttpSettings.DEFAULT.withCamellia(settings));
  }

  private static SegmentSource region(HttpFixture server) {
    return CamelliaRegion.of(URI.create(server.url("/")), LONG);
  }

  private static SegmentSource sourceWith(String tag, long bound) {
    SegmentSource source = SegmentSource.inMemory();
    assertThat(source.create(tag, bound)).isTrue();
    return source;
  }

  @Test
  void boundsAreReadAndMovedOverHttp() {
    String tag = "a b/ü&=+";
    SegmentSource near = sourceWith(tag, 50);
    try (HttpFixture server = serve("near", near, Optional.empty())) {
      SegmentSource region = region(server);
      assertThat(region.tags()).containsExactly(tag);
      assertThat(region.peek(tag)).hasValue(50);
      assertThat(region.peek("unknown")).isEmpty();
      assertThat(region.advance(tag, 50)).isFalse();
      assertThat(region.advance(tag, 60)).isTrue();
      assertThat(near.peek(tag)).hasValue(60);
      assertThat(region.advance("unknown", 60)).isFalse();
      assertThatThrownBy(() -> region.draw(tag, 1)).isInstanceOf(SegmentRejectedException.class);
      assertThatThrownBy(() -> region.create(tag, 1)).isInstanceOf(SegmentRejectedException.class);
    }
  }

  @Test
  void syncMovesTheTagsThatAreAllowedAndFarBehind() throws Exception {
    SegmentSource ahead = sourceWith("orders", 500_000);
    SegmentSource behind = sourceWith("orders", 10);
    for (SegmentSource source : List.of(ahead, behind)) {
      assertThat(source.create("near", source == ahead ? 100 : 10)).isTrue();
      assertThat(source.create("denied", source == ahead ? 500_000 : 10)).isTrue();
    }
    try (HttpFixture first = serve("first", ahead, Optional.empty());
        HttpFixture second = serve("second", behind, Optional.empty());
        RegionSynchronizer synchronizer =
            RegionSynchronizer.of(List.of(region(first), region(second)), 100_000)
                .withTags(Set.of(), Set.of("denied"));
        HttpFixture third = serve("third", behind, Optional.of(synchronizer))) {
      assertThat(third.body("/camellia/id/gen/segment/sync"))
          .isEqualTo("{\"code\":200,\"data\":true,\"msg\":\"success\"}");
      assertThat(behind.peek("orders")).hasValue(500_000);
      assertThat(behind.peek("near")).hasValue(10);
      assertThat(behind.peek("denied")).hasValue(10);
      first.server.close();
      assertThat(third.body("/camellia/id/gen/segment/sync"))
          .isEqualTo("{\"code\":500,\"data\":null,\"msg\":\"internal error\"}");
    }
  }

  @Test
  void serverThatSynchronizesIsOneOfTheRegions() throws Exception {
    SegmentSource ahead = sourceWith("orders", 500_000);
    SegmentSource behind = sourceWith("orders", 10);
    AtomicReference<SegmentSource> itself = new AtomicReference<>();
    SegmentSource later = // because its port is not known before it is started
        (SegmentSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SegmentSource.class},
                (proxy, method, arguments) -> method.invoke(itself.get(), arguments));
    try (RegionSynchronizer synchronizer = RegionSynchronizer.of(List.of(ahead, later), 100_000);
        HttpFixture server = serve("server", behind, Optional.of(synchronizer))) {
      itself.set(region(server));
      assertThat(server.body("/camellia/id/gen/segment/sync")).contains("\"data\":true");
      assertThat(behind.peek("orders")).hasValue(500_000);
    }
  }

  @Test
  void tagThatNothingWasDrawnFromHasABound() {
    try (HttpFixture server = serve("zero", sourceWith("zero", 0), Optional.empty())) {
      assertThat(region(server).peek("zero")).hasValue(0);
    }
  }

  /** Sends headers that never end, so slowly that no read of them takes long. */
  private static void trickle(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      socket.setSoTimeout(10);
      socket.getOutputStream().write("HTTP/1.1 200 OK\r\na: ".getBytes(StandardCharsets.UTF_8));
      while (true) {
        socket.getOutputStream().write('b');
        pause(socket);
      }
    } catch (IOException e) { // the client has ended the connection
      assertThat(listener.isClosed()).isFalse();
    }
  }

  private static void pause(Socket socket) throws IOException {
    try {
      socket.getInputStream().read();
    } catch (SocketTimeoutException e) { // as intended
      return;
    }
  }

  @Test
  void headersThatTrickleInAreNotWaitedForLongerThanTheTimeout() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread peer = new Thread(() -> trickle(listener));
      peer.start();
      URI url = URI.create("http://127.0.0.1:" + listener.getLocalPort());
      SegmentSource region = CamelliaRegion.of(url, Duration.ofMillis(100));
      assertThatThrownBy(() -> region.peek("orders"))
          .isInstanceOf(SegmentSourceException.class)
          .hasMessageStartingWith("region must answer in time: url=")
          .hasMessageContaining("timeout=100 ms");
      peer.join();
    }
  }

  /** Answers one request with the given text; then waits until the client ends. */
  private static String failureOf(String answer, Duration timeout) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread peer = new Thread(() -> answer(listener, answer));
      peer.start();
      URI url = URI.create("http://user:secret@127.0.0.1:" + listener.getLocalPort());
      SegmentSource region = CamelliaRegion.of(url, timeout);
      String[] message = new String[1];
      assertThatThrownBy(() -> region.peek("orders"))
          .isInstanceOf(SegmentSourceException.class)
          .satisfies(failure -> message[0] = failure.getMessage());
      peer.join();
      assertThat(message[0]).contains("url=http://127.0.0.1:").doesNotContain("secret");
      return message[0];
    }
  }

  private static void answer(ServerSocket listener, String answer) {
    try (Socket socket = listener.accept()) {
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      while (in.read() >= 0) {} // until the client has ended the connection
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String ok(String body) {
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      value = {
        "{\"code\":500,\"data\":null,\"msg\":\"internal error\"}|code=500, msg=internal error",
        "{\"code\":200,\"data\":true,\"msg\":\"success\"}|data is no counter",
        "{\"code\":200,\"data\":-2,\"msg\":\"success\"}|data is no counter",
        "{\"code\":200,\"data\":9223372036854775807}|data is no counter",
        "{\"code\":200,\"data\":99999999999999999999}|cause=",
        "{\"code\":200,\"data\":|cause=",
        "[]|the answer is no object",
        "x|cause="
      })
  void answersThatAreNotThoseOfCamelliaAreFailures(String body, String reason) throws Exception {
    assertThat(failureOf(ok(body), LONG))
        .startsWith("region must answer as Camellia's segment server does: url=")
        .contains(reason);
  }

  @Test
  void failuresOfTheConnectionNameTheRegion() throws Exception {
    assertThat(failureOf("HTTP/1.1 302 Found\r\nLocation: http://a/\r\n\r\n", LONG))
        .contains("status must be 200: status=302");
    assertThat(failureOf("", Duration.ofMillis(100)))
        .startsWith("region must answer in time: url=");
    String endless = "HTTP/1.1 200 OK\r\n\r\n" + " ".repeat((1 << 24) + 1);
    assertThat(failureOf(endless, LONG)).contains("answer must be small: bytes=");
  }

  @ParameterizedTest
  @CsvSource({"ftp://a,PT1S", "a,PT1S", "http:///x,PT1S", "http://a,PT0S", "http://a,PT2H"})
  void wrongSettingsAreRefused(URI url, Duration timeout) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CamelliaRegion.of(url, timeout))
        .withMessageStartingWith("region");
  }
}
