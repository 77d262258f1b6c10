package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import io.snowbraid.server.CapturedTerminal;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.internal.access.Protection;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCommandTest {

  @TempDir Path directory;

  private final CapturedTerminal terminal = new CapturedTerminal();

  private int run(String... arguments) {
    return terminal.run(arguments);
  }

  @Test
  void settingsAreCheckedAndNothingIsCreated() {
    Path data = directory.resolve("data");
    assertThat(run("--check", "--data", data.toString(), "--layout", "redis-sharded")).isZero();
    assertThat(terminal.out().strip()).isEqualTo("the settings are valid");
    assertThat(data).doesNotExist();
    assertThat(run("--check", "--store", "jdbc:h2:" + directory.resolve("store"))).isZero();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void settingsThatCannotFitTheHeapAreRefused() {
    assertThat(run("--check", "--max-connections", "2000000000")).isNotZero();
    assertThat(terminal.err())
        .startsWith("settings need up to 34")
        .contains(" MB heap (", "max-connections=2000000000: 3400000 MB");
    assertThat(run("--check", "--max-keys", "2000000000", "--keyed", "false")).isZero();
  }

  @Test
  void dataThatCannotBeWrittenIsAnError() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "no directory");
    assertThat(run("--check", "--data", file.resolve("data").toString())).isNotZero();
    assertThat(terminal.err())
        .startsWith("data must be a writable directory: data=" + file.resolve("data"));
  }

  @Test
  void dataIsForItsOwnerAlone() throws Exception {
    Path data = directory.resolve("private");
    Store.directory(data).close();
    assertThat(Files.getPosixFilePermissions(data))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void loginThatIsRejectedEndsTheStart() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("login");
    DriverManager.getConnection(url, "sa", "right").close();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Store.database(url, "sa", "wrong"))
        .withMessageStartingWith("login was rejected: user=sa, store=" + url + ", cause=")
        .withMessageEndingWith("; correct store-user and store-password");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port 70000|port must be between 0 and 65535, but is 70000; see --help",
        "--port x|Invalid value for option '--port': 'x' is not an int; see --help",
        "--bind 0.0.0.0|address must be a loopback address unless users and TLS are set:"
            + " bind=0.0.0.0, users=false, tls=false; set both, or set unprotected",
        "--layout baidu-uid|layout must not have ended, but ended at 2024-11-20T13:24:15",
        "--layout foo|layout foo is unknown; use one of DEFAULT",
        "--max-ids 10001|max-ids must be between 1 and 10000, but is 10001; see --help",
        "--data a --store jdbc:h2:mem:a;PASSWORD=b|store and data must not both be set:"
            + " store=jdbc:h2:mem:a, data=a",
        "--prot=1|setting is unknown: --prot; the nearest is --port",
        "--idle-timeout 10|Invalid value for option '--idle-timeout': '10' is not a duration with a"
            + " unit (ms, s, m, h or d), such as 10s; see --help",
        "--stall-timeout 0s|stall-timeout must be at least 1ms, but is 0 ms; see --help",
        "--keyed-lease 500ms|keyed-lease must be between 1s and 1h, but is 500 ms; see --help",
        "--keyed-wait 2m|keyed-wait must be between 0s and 1m, but is 2 min; see --help",
        "--max-keys 1|max-keys must be at least 16384, but is 1; see --help",
        "--max-count 0|max-count must be between 1 and 1000000000, but is 0; see",
        "--max-request-bytes 63|max-request-bytes must be between 64 and 1048576, but is 63;",
        "--max-arguments 3|max-arguments must be between 4 and 65536, but is 3; see --help",
        "--max-unsent-bytes 1|max-unsent-bytes must be at least 1024, but is 1; see --help",
        "--max-connections 0|max-connections must be at least 1, but is 0; see --help",
        "--threads 0|threads must be at least 1, but is 0; see --help",
        "--keyed false --http-port 0 --ready-when ids,keys|ready-when=keys requires keyed:"
            + " ready-when=[IDS, KEYS], keyed=false; remove one of the settings",
        "--max-tags 0|max-tags must be at least 1, but is 0; see --help",
        "--camellia-step 0|camellia-step must be between 1 and 20000, but is 0; see --help",
        "--http-port 70000|http-port must be between 0 and 65535, but is 70000; see --help",
        "--announce a|address must be host:port, such as ids-1.example.com:7878: address=a",
        "--users missing|users file must be readable: file=missing, cause=",
        "--tls-key a|tls-certificate and tls-key must be set together: tls-certificate=null,"
            + " tls-key=a; set both or neither",
        "--store jdbc:foo:bar|store must be the JDBC URL of H2, PostgreSQL or MariaDB:"
            + " store=jdbc:foo:"
      })
  void wrongSettingsAreErrors(String arguments, String error) {
    assertThat(run(("--check " + arguments).split(" ", -1))).isEqualTo(2);
    assertThat(terminal.err()).startsWith(error);
  }

  @Test
  void failuresHaveTheFormatOfTheLog() {
    assertThat(run("--check", "--log-format=json", "--users=missing")).isNotZero();
    assertThat(terminal.err())
        .startsWith("{\"time\":\"")
        .contains("\"level\":\"SEVERE\"", "\"message\":\"users file must be readable: ")
        .hasLineCount(1);
  }

  @Test
  void storeThatCannotBeReachedIsNamedWithoutItsPassword() {
    String url = "jdbc:postgresql://127.0.0.1:1/ids?user=a&password=secret";
    assertThat(run("--check", "--store", url)).isNotZero();
    assertThat(terminal.err())
        .startsWith("store must be reachable: store=jdbc:postgresql://127.0.0.1:1/ids, ")
        .doesNotContain("secret");
  }

  @Test
  void unknownHostOfTheStoreIsNamed() {
    assertThat(run("--check", "--store", "jdbc:postgresql://nowhere.invalid/ids")).isNotZero();
    assertThat(terminal.err())
        .startsWith("store must be reachable: store=jdbc:postgresql://nowhere.invalid/ids, cause=")
        .contains("because of java.net.UnknownHostException: nowhere.invalid");
  }

  @Test
  void numbersGoOnAfterARestart() throws Exception {
    for (int i = 1; i <= 3; i++) {
      try (RunningServer running = start(Store.directory(directory), Layout.DEFAULT);
          RespClient client = new RespClient(running.server().address())) {
        assertThat(client.ask("NEXTID orders")).isEqualTo(":" + i);
        assertThat(client.ask("GETID")).startsWith(":");
      }
    }
  }

  @Test
  void serversShareADatabase() throws Exception {
    String url = "jdbc:h2:mem:servers;DB_CLOSE_DELAY=-1";
    try (RunningServer one = start(Store.database(url, "sa", ""), Layouts.REDIS_SHARDED);
        RunningServer two = start(Store.database(url, "sa", ""), Layouts.REDIS_SHARDED);
        RespClient first = new RespClient(one.server().address());
        RespClient second = new RespClient(two.server().address())) {
      assertThat(first.ask("NEXTID orders")).isEqualTo(":1");
      assertThat(second.ask("NEXTID orders")).isNotEqualTo(":1").startsWith(":");
      assertThat(first.ask("INFO"))
          .contains("id_range:2", "shard_range:9", "random_range:10")
          .contains("server_id:" + one.ids.workerId());
      assertThat(one.ids.workerId()).isNotEqualTo(two.ids.workerId());
    }
  }

  private static RunningServer start(Store store, Layout layout) {
    return RunningServer.start(
        store, IdServer.builder().port(0), LineSettings.of("--keyed=false", "--layout=" + layout));
  }

  /** The operator's firewall may only cover IPv4. */
  @Test
  void allAddressesOfIpv4ExcludeThoseOfIpv6() throws Exception {
    IdServer.Builder builder =
        IdServer.builder().bind(InetAddress.getByAddress(new byte[4])).unprotected(true).port(0);
    Settings settings = LineSettings.of("--keyed=false");
    try (RunningServer running =
            RunningServer.start(Store.directory(directory), builder, settings);
        Socket socket = new Socket()) {
      InetSocketAddress address = running.server().address();
      assertThat(address.getAddress()).isInstanceOf(Inet4Address.class);
      byte[] loopback = new byte[16];
      loopback[15] = 1;
      InetAddress other = InetAddress.getByAddress(loopback);
      assertThatIOException()
          .isThrownBy(() -> socket.connect(new InetSocketAddress(other, address.getPort())));
    }
  }

  @Test
  void portThatIsTakenIsAnErrorAndNothingIsKeptOpen() throws Exception {
    try (RunningServer running = start(Store.directory(directory), Layout.DEFAULT)) {
      int port = running.server().address().getPort();
      Path other = directory.resolve("other");
      assertThat(run("--port", Integer.toString(port), "--data", other.toString())).isNotZero();
      assertThat(terminal.err())
          .startsWith("server cannot listen on 127.0.0.1:" + port + ": ")
          .contains("; choose another address or port");
      start(Store.directory(other), Layout.DEFAULT).close();
    }
  }

  @Test
  void serverNeedsGeneratorsAndIsStartedOnce() throws Exception {
    assertThatIllegalStateException()
        .isThrownBy(() -> IdServer.builder().build())
        .withMessage("server must have ids; call ids(...)");
    assertThatIllegalArgumentException().isThrownBy(() -> IdServer.builder().threads(0));
    try (RunningServer running = start(Store.directory(directory), Layout.DEFAULT)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> running.server().start())
          .withMessageStartingWith("server must be started only once: address=");
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> Protection.require(InetAddress.getByName("10.0.0.1"), false, true, false));
    }
  }
}
