package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.server.Tls;
import io.snowbraid.server.Users;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests servers with users and TLS. */
@Tag("slow")
class SecureServersTest {

  private static final String SECRET = Users.newSecret();
  private static final String WRONG = Users.newSecret();

  @TempDir static Path directory;

  private static SSLContext trusting;
  private static TestServer server;

  /** Makes a certificate with the JDK's own tool, and the PEM files from its key store. */
  @BeforeAll
  static void start() throws Exception {
    Path store = directory.resolve("store");
    Programs.output(
        JavaProcess.tool("keytool"),
        "-genkeypair",
        "-alias",
        "a",
        "-keyalg",
        "EC",
        "-dname",
        "CN=ids",
        "-ext",
        "san=ip:127.0.0.1",
        "-storepass",
        "secret",
        "-keystore",
        store.toString());
    KeyStore keys = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
    trusting = trusting(keys);
    Path certificate = pem("CERTIFICATE", keys.getCertificate("a").getEncoded());
    Path key = pem("PRIVATE KEY", keys.getKey("a", "secret".toCharArray()).getEncoded());
    Path users = Files.writeString(directory.resolve("users"), Users.line("shop", SECRET));
    server =
        new TestServer(
            directory, builder -> builder.tls(Tls.read(certificate, key)).users(Users.read(users)));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static SSLContext trusting(KeyStore keys) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("a", keys.getCertificate("a"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static Path pem(String type, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return Files.writeString(
        directory.resolve(type),
        "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }

  private static ServerIds.Builder client(String... addresses) {
    return ServerIds.builder()
        .addresses(addresses)
        .credentials("shop", SECRET)
        .tls(trusting)
        .timeout(Duration.ofSeconds(5))
        .maxWait(Duration.ofSeconds(60));
  }

  private static String failure(ServerIds.Builder client) {
    try (ServerIds ids =
        client.timeout(Duration.ofSeconds(3)).maxWait(Duration.ofSeconds(6)).build()) {
      return assertThatExceptionOfType(IdsUnavailableException.class)
          .isThrownBy(ids::nextId)
          .actual()
          .getMessage();
    }
  }

  @Test
  void idsComeEncrypted() {
    try (ServerIds ids = client(server.address()).build()) {
      assertThat(ids.nextIds(20_000)).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void wrongSecretFailsAtOnceAndIsNotShown() {
    ServerIds.Builder wrong = client(server.address()).credentials("shop", WRONG);
    try (ServerIds ids = wrong.maxWait(Duration.ofDays(1)).build()) {
      assertThatExceptionOfType(RequestRejectedException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining(
              "it answered \"WRONGPASS invalid username-password pair or user is disabled.\"")
          .withMessageEndingWith("; correct what the servers reject")
          .satisfies(thrown -> assertThat(thrown.toString()).doesNotContain(WRONG));
    }
  }

  @Test
  void certificateOfAnotherNameIsRejected() {
    assertThat(failure(client("localhost:" + server.port())))
        .contains("No name matching localhost found");
  }

  @Test
  void certificateThatIsNotTrustedIsRejected() throws Exception {
    assertThat(failure(client(server.address()).tls(SSLContext.getDefault())))
        .contains("unable to find valid certification path")
        .contains("(pass an SSLContext that trusts it to tls)");
  }

  @Test
  void plainConnectionFails() {
    ServerIds.Builder plain =
        ServerIds.builder().addresses(server.address()).credentials("shop", SECRET);
    assertThat(failure(plain)).contains("failures={" + server.address() + "=");
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "GARBAGE", "CUT", "SLOW"})
  void serverThatFailsInTheHandshakeIsPassedOver(Fault fault) throws IOException {
    try (FaultyRoute route = new FaultyRoute(server.port(), fault);
        ServerIds ids =
            client(route.address(), server.address()).timeout(Duration.ofSeconds(1)).build()) {
      assertThat(ids.nextIds(1_000)).isSorted().doesNotHaveDuplicates();
    }
  }
}
