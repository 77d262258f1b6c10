package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.http.HttpSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests connections that are encrypted. */
class TlsTest {

  @TempDir static Path directory;

  private static Path certificate;
  private static Path key;
  private static SSLContext trusting;

  private final SimulatedTicks time = new SimulatedTicks();

  @BeforeAll
  static void makeCertificate() throws Exception {
    SelfSigned own = SelfSigned.of("EC");
    certificate = own.writeCertificate(directory);
    key = own.writeKey(directory);
    trusting = own.trusting();
  }

  private static ServerFixture start() {
    return new ServerFixture(
        directory.resolve("workers"),
        SegmentSource.inMemory(),
        server -> ServerTimes.drain(server.tls(Tls.read(certificate, key)), Duration.ofMillis(1)));
  }

  private static RespClient connect(ServerFixture fixture) throws IOException {
    return RespClient.over(trusting.getSocketFactory(), fixture.address());
  }

  @Test
  void longPipelinesAreAnsweredAndTheConnectionEndsAsItShould() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = connect(fixture)) {
      client.send(
          "PING\r\n".repeat(5_000) + "MGETID 100\r\n".repeat(1_000) + "NEXTID a\r\nQUIT\r\n");
      for (int i = 0; i < 5_000; i++) {
        assertThat(client.read()).isEqualTo("+PONG");
      }
      for (int i = 0; i < 1_000; i++) {
        assertThat(client.read().split(", ", -1)).hasSize(100).doesNotHaveDuplicates();
      }
      assertThat(client.read()).isEqualTo(":1");
      assertThat(client.read()).isEqualTo("+OK");
      assertThat(client.readByte()).isEqualTo(-1);
    }
  }

  @Test
  void plainRequestsGetNoAnswerAndOthersGoOn() throws Exception {
    try (ServerFixture fixture = start();
        RespClient encrypted = connect(fixture);
        RespClient plain = fixture.connect()) {
      plain.send("GETID\r\n");
      assertThat(plain.isEndedWithoutAnswer()).isTrue();
      assertThat(encrypted.ask("GETID")).startsWith(":");
    }
  }

  @Test
  void whatPlainClientsSendIsNotLogged() throws Exception {
    try (CapturedLog log = new CapturedLog();
        ServerFixture fixture = start();
        RespClient plain = fixture.connect()) {
      plain.send("AUTH anna secret\r\n");
      log.await(line -> CapturedLog.text(line).contains("TLS failed: the client does not use TLS"));
    }
  }

  @Test
  void handshakeThatIsTooLongEndsItsConnection() throws Exception {
    try (CapturedLog log = new CapturedLog();
        ServerFixture fixture = start();
        RespClient stranger = fixture.connect()) {
      // a message of 8,192 bytes, of which 5,116 are there
      stranger.send("\u0016\u0003\u0001\u0014\u0000\u0001\u0000 \u0000" + "x".repeat(5_116));
      log.await(
          line ->
              CapturedLog.text(line)
                  .contains("TLS failed: TLS messages must not exceed 4096 bytes, but have 51"));
    }
  }

  @Test
  void clientThatDoesNotFinishItsHandshakeIsDroppedAndLogged() throws Exception {
    try (CapturedLog log = new CapturedLog();
        ServerFixture fixture =
            new ServerFixture(
                directory.resolve("workers"),
                SegmentSource.inMemory(),
                server -> time.set(server.threads(1)).tls(Tls.read(certificate, key)));
        RespClient healthy = connect(fixture);
        RespClient silent = fixture.connect()) {
      assertThat(healthy.ask("GETID")).startsWith(":");
      time.pass(ServerLimits.DEFAULT.stallTimeout().plusSeconds(3));
      assertThat(silent.isEndedWithoutAnswer()).isTrue();
      log.await(line -> CapturedLog.text(line).contains("reason=too slow"));
      assertThat(healthy.ask("INFO stats")).contains("dropped_connections:1\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, true",
    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384, false",
    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, false",
    "TLS_ECDH_ECDSA_WITH_AES_128_GCM_SHA256, false"
  })
  void onlyForwardSecrecyAndAuthenticatedEncryptionAreAccepted(String suite, boolean isAccepted)
      throws Exception {
    try (ServerFixture fixture = start();
        SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket()) {
      socket.connect(fixture.address());
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.setEnabledCipherSuites(new String[] {suite});
      assertThat(isAccepted(socket)).isEqualTo(isAccepted);
    }
  }

  private static boolean isAccepted(SSLSocket socket) throws IOException {
    try {
      socket.startHandshake();
      return true;
    } catch (SSLException e) {
      return false;
    }
  }

  @Test
  void connectionsEndWhenTheServerDoes() throws Exception {
    ServerFixture fixture = start();
    try (RespClient client = connect(fixture)) {
      assertThat(client.ask("GETID")).startsWith(":");
      fixture.close();
      assertThat(client.readByte()).isEqualTo(-1);
    }
  }

  @Test
  void moreConnectionsThanAllowedAreClosed() throws Exception {
    try (ServerFixture fixture =
            new ServerFixture(
                directory.resolve("workers"),
                SegmentSource.inMemory(),
                server ->
                    time.set(server.threads(1))
                        .tls(Tls.read(certificate, key))
                        .limits(ServerLimits.DEFAULT.withMaxConnections(1)));
        RespClient first = connect(fixture);
        Socket second = new Socket()) {
      assertThat(first.ask("PING")).isEqualTo("+PONG");
      second.connect(fixture.address());
      assertThat(second.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void filesThatAreMissingOrSwappedAreErrorsThatNameThem() {
    Path missing = directory.resolve("missing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tls.read(missing, key))
        .withMessageStartingWith("TLS files must contain a PEM certificate and its PKCS #8 key:")
        .withMessageContaining("certificate=" + missing + ", key=" + key);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tls.read(certificate, certificate))
        .withMessageContaining(
            "openssl pkcs8 -topk8 -nocrypt -in " + certificate + " -out new.pem; ");
    assertThatIllegalArgumentException().isThrownBy(() -> Tls.read(key, certificate));
    assertThatIllegalArgumentException().isThrownBy(() -> Tls.read(certificate, missing));
  }

  @ParameterizedTest
  @CsvSource({"EC,EC", "RSA,RSA", "RSASSA-PSS,RSA", "Ed25519,Ed25519", "RSA,EC"})
  void certificateOfAnotherKeyIsAnError(String algorithm, String other) throws Exception {
    Path first = Files.createDirectories(directory.resolve("first" + algorithm + other));
    Path second = Files.createDirectories(directory.resolve("second" + algorithm + other));
    SelfSigned own = SelfSigned.of(algorithm);
    Path ownCertificate = own.writeCertificate(first);
    Path ownKey = own.writeKey(first);
    Path otherKey = SelfSigned.of(other).writeKey(second);
    assertThat(Tls.read(ownCertificate, ownKey)).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tls.read(ownCertificate, otherKey))
        .withMessageStartingWith("TLS files must contain a PEM certificate and its PKCS #8 key:");
  }

  @Test
  void httpIsEncryptedToo() throws Exception {
    try (ServerFixture fixture =
        new ServerFixture(
            directory.resolve("http"),
            SegmentSource.inMemory(),
            server ->
                server.tls(Tls.read(certificate, key)).http(HttpSettings.DEFAULT.withPort(0)))) {
      InetSocketAddress address = fixture.server.httpAddress().orElseThrow();
      HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create("https://127.0.0.1:" + address.getPort() + "/segments/a"))
              .build();
      for (int i = 1; i <= 2; i++) {
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
            .isEqualTo("[\"" + i + "\"]");
      }
      try (Socket plain = new Socket(address.getAddress(), address.getPort())) {
        plain
            .getOutputStream()
            .write("GET /ids HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
        assertThat(new String(plain.getInputStream().readAllBytes(), UTF_8))
            .doesNotContain("HTTP/");
      }
    }
  }

  @Test
  void certificateIsReplacedForNewConnections() throws Exception {
    Path other = Files.createDirectories(directory.resolve("other"));
    SelfSigned others = SelfSigned.of("EC");
    try (ServerFixture fixture = start();
        RespClient before = connect(fixture)) {
      fixture.server.replaceTls(Tls.read(others.writeCertificate(other), others.writeKey(other)));
      assertThat(before.ask("GETID")).startsWith(":");
      assertThatExceptionOfType(SSLException.class)
          .isThrownBy(() -> connect(fixture).ask("GETID")); // which does not trust it
      fixture.server.replaceTls(Tls.read(certificate, key));
      try (RespClient after = connect(fixture)) {
        assertThat(after.ask("GETID")).startsWith(":");
      }
    }
  }
}
