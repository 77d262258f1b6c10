package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.snowbraid.internal.Log;
import io.snowbraid.segment.SegmentSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Tests that only users with their secrets have ids. */
class AuthenticationTest {

  private static final String WRONG =
      "-WRONGPASS invalid username-password pair or user is disabled.";
  private static final String NO_USER = "-NOAUTH Authentication required.";

  private static final String OF_DEFAULT = Users.newSecret();
  private static final String OF_ANNA = Users.newSecret();
  private static final String OTHER = Users.newSecret();

  @TempDir static Path directory;

  private static Users users;

  @BeforeAll
  static void writeUsers() throws Exception {
    users = users(Users.line("default", OF_DEFAULT), Users.line("anna", OF_ANNA));
  }

  private static Users users(String... lines) throws IOException {
    return Users.read(Files.write(directory.resolve("users"), List.of(lines)));
  }

  private static ServerFixture start() {
    return start(users);
  }

  private static ServerFixture start(Users known) {
    return new ServerFixture(
        directory.resolve("workers"),
        SegmentSource.inMemory(),
        server -> ServerTimes.drain(server.threads(1).users(known), Duration.ofMillis(1)));
  }

  @Test
  void nothingIsServedBeforeTheLoginButWhatLogsInOrEnds() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      for (String request :
          List.of("GETID", "PING", "INFO", "ROLE", "NEXTID a", "CLIENT ID", "SELECT 0")) {
        assertThat(client.ask(request)).isEqualTo(NO_USER);
      }
      assertThat(client.ask("HELLO 3")).startsWith("-NOAUTH HELLO must be called with the client");
      assertThat(client.ask("FOO")).startsWith("-ERR unknown command 'FOO'");
      assertThat(client.ask("RESET")).isEqualTo("+RESET");
      assertThat(client.ask("QUIT")).isEqualTo("+OK");
      assertThat(client.readByte()).isEqualTo(-1);
    }
  }

  @Test
  void secretOpensTheConnectionAndRequestsThatFollowAreAnsweredInOrder() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      client.send("AUTH " + OF_DEFAULT + "\r\nPING\r\nGETID\r\n");
      assertThat(client.read()).isEqualTo("+OK");
      assertThat(client.read()).isEqualTo("+PONG");
      assertThat(client.read()).startsWith(":");
      assertThat(client.ask("CLIENT INFO")).contains(" user=default ");
      assertThat(client.ask("RESET")).isEqualTo("+RESET");
      assertThat(client.ask("GETID")).isEqualTo(NO_USER);
      assertThat(client.ask("AUTH anna " + OF_ANNA)).isEqualTo("+OK");
      assertThat(client.ask("CLIENT INFO")).contains(" user=anna ");
    }
  }

  @Test
  void helloTakesTheSecretToo() throws Exception {
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      assertThat(client.ask("HELLO 3 AUTH anna wrong SETNAME me")).isEqualTo(WRONG);
      assertThat(client.ask("GETID")).isEqualTo(NO_USER);
      assertThat(client.ask("HELLO 3 AUTH anna " + OF_ANNA + " SETNAME me"))
          .startsWith("%[server, snowbraid");
      assertThat(client.ask("CLIENT GETNAME")).isEqualTo("me");
      assertThat(client.ask("HELLO 2")).startsWith("[server, snowbraid");
    }
  }

  @Test
  void malformedSecretWrongSecretAndUnknownUserHaveTheSameAnswer() throws Exception {
    String mistyped = OF_ANNA.substring(0, OF_ANNA.length() - 1) + "1";
    try (ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      for (String login :
          List.of(
              "AUTH anna " + mistyped,
              "AUTH anna " + OTHER,
              "AUTH nobody " + OF_ANNA,
              "AUTH nobody x",
              "AUTH " + OF_ANNA,
              RespClient.request("AUTH", ""),
              "HELLO 3 AUTH anna " + OTHER)) {
        assertThat(client.ask(login)).as(login).isEqualTo(WRONG);
        assertThat(client.ask("GETID")).isEqualTo(NO_USER);
      }
      assertThat(client.ask("AUTH anna " + OF_ANNA)).isEqualTo("+OK");
      assertThat(client.ask("AUTH anna " + OTHER)).isEqualTo(WRONG);
      assertThat(client.ask("GETID")).as("still the user from before").startsWith(":");
    }
  }

  @Test
  void manyWrongLoginsAreLoggedAtALimitedRate() throws Exception {
    long begun = System.nanoTime();
    try (CapturedLog log = new CapturedLog();
        ServerFixture fixture = start();
        RespClient client = fixture.connect()) {
      for (int i = 0; i < 100; i++) {
        client.send(RespClient.request("AUTH", "an\nna", OTHER).repeat(100));
        for (int j = 0; j < 100; j++) {
          assertThat(client.read()).isEqualTo(WRONG);
        }
      }
      Log.warn("all logins were refused");
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> log.texts().contains("all logins were refused"));
      long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
      List<String> lines = log.texts().stream().filter(line -> line.contains("refused: ")).toList();
      assertThat(lines)
          .hasSizeBetween(5, (int) (6 + seconds / 10))
          .allMatch(line -> line.contains("reason=wrong user or secret: user=an?na, client=/127."))
          .noneMatch(line -> line.contains(OTHER));
    }
  }

  @Test
  void manyWrongLoginsLeaveNothingInMemory() throws Exception {
    Path file = Files.writeString(directory.resolve("small"), Users.line("anna", OF_ANNA));
    try (SmallServer server =
            SmallServer.start(directory, "--users", file.toString(), "--stall-timeout", "1h");
        RespClient client = new RespClient(server.address())) {
      refuse(client, 2_000);
      long before = server.usedBytes();
      refuse(client, 10_000);
      assertThat(server.usedBytes() - before).as("of 15 MB").isLessThan(2_000_000);
    }
  }

  /** Sends wrong logins, each of another user. */
  private static void refuse(RespClient client, int count) throws IOException {
    for (int i = 0; i < count; i += 100) {
      StringBuilder logins = new StringBuilder();
      for (int j = 0; j < 100; j++) {
        String secret = j % 2 == 0 ? OTHER : "x".repeat(1_000);
        logins.append("AUTH " + (i + j) + "u".repeat(1_000) + " " + secret + "\r\n");
      }
      client.send(logins.toString());
      for (int j = 0; j < 100; j++) {
        assertThat(client.read()).isEqualTo(WRONG);
      }
    }
  }

  @Test
  void connectionsWithoutLoginEndAfterTheStallTimeoutWhateverTheySend() throws Exception {
    SimulatedTicks time = new SimulatedTicks();
    try (ServerFixture fixture =
            new ServerFixture(
                directory.resolve("workers"),
                SegmentSource.inMemory(),
                server -> time.set(server.threads(1).users(users)));
        RespClient known = fixture.connect();
        RespClient silent = fixture.connect();
        RespClient busy = fixture.connect()) {
      assertThat(known.ask("AUTH " + OF_DEFAULT)).isEqualTo("+OK");
      for (int i = 0; i < ServerLimits.DEFAULT.stallTimeout().toSeconds(); i++) {
        assertThat(busy.ask("PING")).isEqualTo(NO_USER); // the others are connected before it
        time.pass(Duration.ofSeconds(1));
      }
      assertThat(known.ask("INFO")).contains("connected_clients:3\r\n");
      time.pass(Duration.ofSeconds(3));
      assertThat(silent.readByte()).isEqualTo(-1);
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> busy.ask("PING"));
      assertThat(known.ask("GETID")).startsWith(":");
    }
  }

  @Test
  void loginsOnServersWithoutUsersAreErrorsAsInRedis() throws Exception {
    try (ServerFixture fixture = ServerFixture.withLimits(directory, ServerLimits.DEFAULT);
        RespClient client = fixture.connect()) {
      assertThat(client.ask("AUTH a")).startsWith("-ERR AUTH <password> called without any");
      assertThat(client.ask("AUTH a b c")).isEqualTo("-ERR syntax error");
      assertThat(client.ask("GETID")).startsWith(":");
    }
  }

  @Test
  void onlyUsersWhoAdministerMoveKeysAndCreateTags() throws Exception {
    Users roles = users(Users.line("anna", OF_ANNA), Users.line("ops", OTHER) + " admin");
    try (ServerFixture fixture =
            new ServerFixture(
                directory.resolve("workers"),
                SegmentSource.inMemory(),
                server -> server.keyed(new RoutedNumbers()).users(roles));
        RespClient anna = fixture.connect();
        RespClient ops = fixture.connect()) {
      assertThat(anna.ask("AUTH anna " + OF_ANNA)).isEqualTo("+OK");
      assertThat(ops.ask("AUTH ops " + OTHER)).isEqualTo("+OK");
      assertThat(anna.ask("INCR key")).isEqualTo(":1");
      assertThat(anna.ask("ADVANCE key 9"))
          .startsWith("-NOPERM User anna has no permissions to run the 'advance' command");
      assertThat(anna.ask("NEWTAG orders 5")).startsWith("-NOPERM ");
      assertThat(anna.ask("BLOCK jobs 5")).startsWith("-NOPERM ");
      assertThat(ops.ask("BLOCK jobs 5"))
          .startsWith("-ERR blocks are not configured on this server; ");
      assertThat(ops.ask("ADVANCE key 9")).isEqualTo(":9");
      assertThat(ops.ask("NEWTAG orders 5")).isEqualTo(":1");
      assertThat(ops.ask("NEWTAG orders 7")).isEqualTo(":0");
      assertThat(anna.ask("NEXTID orders")).isEqualTo(":5");
    }
  }

  @Test
  void secretIsReplacedWithoutAnOutage() throws Exception {
    Users first = users(Users.line("anna", OF_ANNA));
    Users both = users(Users.line("anna", OF_ANNA, OTHER));
    Users second = users(Users.line("anna", OTHER));
    try (ServerFixture fixture = start(first);
        Jedis early = jedis(fixture, "anna", OF_ANNA)) {
      assertThatExceptionOfType(JedisAccessControlException.class)
          .isThrownBy(() -> jedis(fixture, "anna", OTHER));
      fixture.server.replaceUsers(both);
      try (Jedis old = jedis(fixture, "anna", OF_ANNA);
          Jedis next = jedis(fixture, "anna", OTHER)) {
        long connection = next.clientId();
        assertThat(early.ping()).isEqualTo("PONG");
        fixture.server.replaceUsers(second);
        awaitEnd(early);
        awaitEnd(old);
        assertThat(next.clientId()).as("the same connection").isEqualTo(connection);
        assertThatExceptionOfType(JedisAccessControlException.class)
            .isThrownBy(() -> jedis(fixture, "anna", OF_ANNA))
            .withMessageStartingWith("WRONGPASS");
      }
    }
  }

  private static Jedis jedis(ServerFixture fixture, String user, String secret) {
    DefaultJedisClientConfig config =
        DefaultJedisClientConfig.builder()
            .timeoutMillis((int) Duration.ofMinutes(1).toMillis())
            .user(user)
            .password(secret)
            .build();
    Jedis jedis =
        new Jedis(
            new HostAndPort(fixture.address().getHostString(), fixture.address().getPort()),
            config);
    jedis.connect();
    return jedis;
  }

  /** Waits until the server has closed a connection; Jedis opens no other by itself. */
  private static void awaitEnd(Jedis client) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThatExceptionOfType(JedisConnectionException.class).isThrownBy(client::ping));
  }

  @Test
  void connectionsOfRemovedUsersAreClosedAndRightsAreThoseOfTheFile() throws Exception {
    Users before = users(Users.line("anna", OF_ANNA), Users.line("bert", OTHER));
    Users after = users(Users.line("anna", OF_ANNA) + " admin");
    try (CapturedLog log = new CapturedLog();
        ServerFixture fixture = start(before);
        RespClient stays = fixture.connect();
        RespClient leaves = fixture.connect();
        RespClient unknown = fixture.connect()) {
      assertThat(stays.ask("AUTH anna " + OF_ANNA)).isEqualTo("+OK");
      assertThat(leaves.ask("AUTH bert " + OTHER)).isEqualTo("+OK");
      assertThat(unknown.ask("GETID")).isEqualTo(NO_USER);
      assertThat(stays.ask("NEWTAG orders 5")).startsWith("-NOPERM ");
      fixture.server.replaceUsers(after);
      assertThat(leaves.isEndedWithoutAnswer()).isTrue();
      assertThat(stays.ask("NEWTAG orders 5")).isEqualTo(":1");
      assertThat(unknown.ask("AUTH bert " + OTHER)).isEqualTo(WRONG);
      log.await(
          line ->
              CapturedLog.text(line)
                  .startsWith("client was refused: reason=secret was removed: user=bert, "));
    }
  }

  @Test
  void serverKeepsItsUsersOrHasNone() {
    try (ServerFixture fixture = start()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> fixture.server.replaceUsers(Users.NONE))
          .withMessageStartingWith(
              "a running server must not get its first user or lose its last: ");
    }
  }
}
