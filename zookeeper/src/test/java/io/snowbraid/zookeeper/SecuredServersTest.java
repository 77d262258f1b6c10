package io.snowbraid.zookeeper;

import static io.snowbraid.zookeeper.ZooKeeperFixture.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.security.auth.login.Configuration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients that sign in, encrypt, or see only a part of the nodes. */
@Tag("slow")
@Tag("own-process") // servers and clients read system properties
class SecuredServersTest {

  private static final String PASSWORD = "secret";
  private static final List<String> PROPERTIES =
      List.of("java.security.auth.login.config", "zookeeper.authProvider.1", "zookeeper.fips-mode");

  @TempDir private Path directory;
  private final Clients clients = new Clients();

  @AfterEach
  void closeClients() {
    clients.close();
    PROPERTIES.forEach(System::clearProperty);
    readPropertiesAgain();
  }

  private static void readPropertiesAgain() {
    ProviderRegistry.reset();
    Configuration.setConfiguration(null);
  }

  private static void assertIssuesIds(CuratorFramework client) {
    ZooKeeperWorkerSource source = ZooKeeperWorkerSource.of(client);
    try (Snowflake ids = Snowflake.builder().worker(source).build()) {
      assertThat(ids.nextIds(100)).doesNotHaveDuplicates();
    }
    assertThat(source.workers()).hasSize(1);
  }

  private static void assertDenied(CuratorFramework stranger) {
    WorkerRequest request =
        new WorkerRequest("layout A", 8, 4, 1_000, Duration.ofMinutes(1), "host");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> ZooKeeperWorkerSource.of(stranger).acquire(request))
        .withMessageStartingWith("ZooKeeper denies access: KeeperErrorCode = NoAuth for /snowbraid")
        .withMessageEndingWith("; let the application's user read, create and write these nodes");
  }

  private static ACLProvider only(List<ACL> acl) {
    return new ACLProvider() {
      @Override
      public List<ACL> getDefaultAcl() {
        return acl;
      }

      @Override
      public List<ACL> getAclForPath(String path) {
        return acl;
      }
    };
  }

  @Test
  void nodesBelongToWhoSignedInWithADigest() throws Exception {
    try (TestingServer server = new TestingServer()) {
      byte[] user = ("ids:" + PASSWORD).getBytes(StandardCharsets.UTF_8);
      CuratorFramework owner =
          clients.open(
              patient(server.getConnectString())
                  .authorization("digest", user)
                  .aclProvider(only(Ids.CREATOR_ALL_ACL)));
      assertIssuesIds(owner);
      assertThat(owner.getACL().forPath("/snowbraid/default/clock"))
          .extracting(acl -> acl.getId().getScheme())
          .containsExactly("digest");
      assertDenied(clients.open(patient(server.getConnectString())));
    }
  }

  @Test
  void pathOfTheConnectStringAndNamespaceOfTheClientArePrefixes() throws Exception {
    try (TestingServer server = new TestingServer()) {
      CuratorFramework whole = clients.open(patient(server.getConnectString()));
      CuratorFramework below = clients.open(patient(server.getConnectString() + "/chroot"));
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> assertIssuesIds(below))
          .havingCause()
          .withMessageStartingWith("node at the end of the connect string ")
          .withMessageEndingWith("/chroot does not exist; create it");
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> ZooKeeperWorkerSource.of(below).workers())
          .withMessageStartingWith("node at the end of the connect string ");
      assertThat(whole.create().forPath("/chroot")).isEqualTo("/chroot");
      assertIssuesIds(below);
      assertIssuesIds(clients.open(patient(server.getConnectString()).namespace("application")));
      assertThat(whole.checkExists().forPath("/chroot/snowbraid/default/0")).isNotNull();
      assertThat(whole.checkExists().forPath("/application/snowbraid/default/0")).isNotNull();
    }
  }

  @Test
  void nodesBelongToWhoSignedInBySasl() throws Exception {
    Path jaas =
        Files.writeString(
            directory.resolve("jaas.conf"),
            """
            Server {
              org.apache.zookeeper.server.auth.DigestLoginModule required user_ids="secret";
            };
            Client {
              org.apache.zookeeper.server.auth.DigestLoginModule required
                username="ids" password="secret";
            };
            """);
    System.setProperty("java.security.auth.login.config", jaas.toString());
    System.setProperty(
        "zookeeper.authProvider.1", "org.apache.zookeeper.server.auth.SASLAuthenticationProvider");
    System.setProperty("zookeeper.fips-mode", "false"); // it forbids DIGEST-MD5
    readPropertiesAgain();
    try (TestingServer server = new TestingServer()) {
      // not List.of, which ZooKeeper asks whether it contains null
      List<ACL> onlyUser = Collections.singletonList(new ACL(Perms.ALL, new Id("sasl", "ids")));
      assertIssuesIds(clients.open(patient(server.getConnectString()).aclProvider(only(onlyUser))));
      ZKClientConfig unsigned = new ZKClientConfig();
      unsigned.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
      assertDenied(clients.open(patient(server.getConnectString()).zkClientConfig(unsigned)));
    }
  }

  @Test
  void connectionIsEncrypted() throws Exception {
    Map<String, String> stores = stores();
    int port = InstanceSpec.getRandomPort();
    Map<String, Object> settings = new HashMap<>(stores);
    settings.put("secureClientPort", String.valueOf(port));
    settings.put("serverCnxnFactory", "org.apache.zookeeper.server.NettyServerCnxnFactory");
    try (TestingServer server =
        new TestingServer(new InstanceSpec(null, -1, -1, -1, true, -1, -1, -1, settings), true)) {
      ZKClientConfig tls = new ZKClientConfig();
      tls.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
      tls.setProperty(
          ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET,
          "org.apache.zookeeper.ClientCnxnSocketNetty");
      stores.forEach((name, value) -> tls.setProperty("zookeeper." + name, value));
      assertIssuesIds(clients.open(patient("localhost:" + port).zkClientConfig(tls)));
      WorkerRequest request =
          new WorkerRequest("layout A", 8, 4, 1_000, Duration.ofMinutes(1), "host");
      ZooKeeperWorkerSource plain =
          ZooKeeperWorkerSource.of(clients.open("localhost:" + port)); // sends no TLS
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> plain.acquire(request))
          .withMessageStartingWith("ZooKeeper cannot be reached");
      assertThat(server.getPort()).isNotEqualTo(port);
    }
  }

  /** Returns the settings with which servers and clients know each other. */
  private Map<String, String> stores() throws Exception {
    Path keys = keys();
    return Map.of(
        "ssl.keyStore.location",
        keys.toString(),
        "ssl.keyStore.password",
        PASSWORD,
        "ssl.trustStore.location",
        trust(keys).toString(),
        "ssl.trustStore.password",
        PASSWORD);
  }

  /** Makes a key and its own certificate. */
  private Path keys() throws Exception {
    Path keys = directory.resolve("keys.p12");
    keytool(
        keys,
        "-genkeypair",
        "-keyalg",
        "RSA",
        "-dname",
        "CN=localhost",
        "-ext",
        "SAN=dns:localhost");
    return keys;
  }

  /** Makes a store in which that certificate is trusted. */
  private Path trust(Path keys) throws Exception {
    String certificate = directory.resolve("certificate").toString();
    Path trust = directory.resolve("trust.p12");
    keytool(keys, "-exportcert", "-file", certificate);
    keytool(trust, "-importcert", "-noprompt", "-file", certificate);
    return trust;
  }

  private static void keytool(Path store, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(JavaProcess.tool("keytool"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Programs.output(new ProcessBuilder(command));
  }
}
