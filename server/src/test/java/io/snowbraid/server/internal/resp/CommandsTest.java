package io.snowbraid.server.internal.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.IdParts;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.ServerFixture;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests each command by what is sent and answered. */
class CommandsTest {

  @TempDir static Path directory;

  private ServerFixture fixture;
  private RespClient client;

  @BeforeEach
  void start() throws Exception {
    fixture = new ServerFixture(directory, SegmentSource.inMemory(), settings -> settings);
    client = fixture.connect();
  }

  @AfterEach
  void end() throws Exception {
    client.close();
    fixture.close();
  }

  private static List<Long> numbers(String array) {
    return Arrays.stream(array.substring(1, array.length() - 1).split(", ", -1))
        .map(text -> Long.parseLong(text.replace(":", "")))
        .toList();
  }

  @Test
  void getIdAnswersAnInteger() throws Exception {
    long id = Long.parseLong(client.ask("GETID").substring(1));
    assertThat(fixture.ids.layout().decode(id).worker()).isEqualTo(fixture.ids.workerId());
    assertThat(client.ask("getid")).startsWith(":").isNotEqualTo(":" + id);
  }

  @Test
  void severalIdsAreTextsInAscendingOrder() throws Exception {
    String answer = client.ask("MGETID 100");
    assertThat(answer).doesNotContain(":");
    assertThat(numbers(answer)).hasSize(100).isSorted().doesNotHaveDuplicates();
    assertThat(numbers(client.ask("mgetid 1"))).hasSize(1);
  }

  @Test
  void toolsOfRedisAreAnswered() throws Exception {
    assertThat(client.ask("DBSIZE")).isEqualTo(":0");
    assertThat(client.ask("CONFIG GET save")).isEqualTo("[save, ]");
    assertThat(client.ask("config get appendonly")).isEqualTo("[appendonly, yes]");
    assertThat(client.ask("CONFIG GET maxmemory")).isEqualTo("[]");
    assertThat(client.ask("CONFIG HELP x"))
        .isEqualTo(
            "-ERR unknown subcommand 'HELP'. This server has CONFIG GET save and CONFIG GET"
                + " appendonly.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NEXTID", "MNEXTID"})
  void tagThatIsTooLongIsAnErrorOfTheRequest(String command) throws Exception {
    String rest = command.equals("NEXTID") ? "" : " 2";
    assertThat(client.ask(command + " " + "x".repeat(129) + rest))
        .startsWith("-ERR tag must have at most 128 characters, but has");
    assertThat(client.ask(command + " " + "x".repeat(128) + rest)).doesNotStartWith("-");
  }

  @Test
  void numbersOfATagCountUp() throws Exception {
    assertThat(client.ask("NEXTID orders")).isEqualTo(":1");
    assertThat(client.ask("NEXTID orders")).isEqualTo(":2");
    assertThat(client.ask("MNEXTID orders 3")).isEqualTo("[:3, :4, :5]");
    assertThat(client.ask("MNEXTID tickets 2")).isEqualTo("[:1, :2]");
    assertThat(client.askWords("NEXTID", "Büro 1")).isEqualTo(":1");
    assertThat(fixture.segments.status("Büro 1")).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "MGETID 0;'-ERR parameters error! argv[1] = 0; request between 1 and 100'",
        "MGETID -1;'-ERR parameters error! argv[1] = -1; request between 1 and 100'",
        "MGETID 101;'-ERR parameters error! argv[1] = 101; request between 1 and 100'",
        "MGETID 9223372036854775807;'-ERR parameters error! argv[1] = 9223372036854775807; request"
            + " between 1 and 100'",
        "MGETID 9223372036854775808;-ERR value is not an integer or out of range",
        "MGETID x;-ERR value is not an integer or out of range",
        "MGETID 1x;-ERR value is not an integer or out of range",
        "MGETID 01;-ERR value is not an integer or out of range",
        "MGETID -;-ERR value is not an integer or out of range",
        "MNEXTID a 0;'-ERR parameters error! argv[2] = 0; request between 1 and 100'",
        "MNEXTID a x;-ERR value is not an integer or out of range",
        "GETID 1;-ERR wrong number of arguments for 'getid' command",
        "MGETID;-ERR wrong number of arguments for 'mgetid' command",
        "MGETID 1 2;-ERR wrong number of arguments for 'mgetid' command",
        "NEXTID;-ERR wrong number of arguments for 'nextid' command",
        "MNEXTID a;-ERR wrong number of arguments for 'mnextid' command",
        "PING a b;-ERR wrong number of arguments for 'ping' command",
        "ROLE 1;-ERR wrong number of arguments for 'role' command",
        "CLIENT;-ERR wrong number of arguments for 'client' command",
        "CLIENT SETNAME;-ERR wrong number of arguments for 'client|setname' command",
        "DECODEID x;-ERR value is not an integer or out of range",
        "SELECT 1;-ERR DB index is out of range",
        "SELECT x;-ERR value is not an integer or out of range",
        "HELLO 4;-NOPROTO unsupported protocol version",
        "HELLO x;-ERR Protocol version is not an integer or out of range",
        "HELLO 3 SETNAME;-ERR Syntax error in HELLO option 'SETNAME'",
        "HELLO 3 FOO;-ERR Syntax error in HELLO option 'FOO'",
        "AUTH a b c;-ERR syntax error",
        "CLIENT SETNAME é;-ERR Client names cannot contain spaces, newlines or special"
            + " characters.",
        "CONFIG SET save x;-ERR unknown subcommand 'SET'. This server has CONFIG GET save and"
            + " CONFIG GET appendonly."
      })
  void wrongRequestsGetTheErrorsOfRedis(String request, String error) throws Exception {
    assertThat(client.ask(request)).isEqualTo(error);
    assertThat(client.ask("PING")).isEqualTo("+PONG");
  }

  @Test
  void argumentsMayBeEmptyOrContainSpaces() throws Exception {
    assertThat(client.askWords("MGETID", ""))
        .isEqualTo("-ERR value is not an integer or out of range");
    assertThat(client.askWords("CLIENT", "SETNAME", "a b"))
        .isEqualTo("-ERR Client names cannot contain spaces, newlines or special characters.");
  }

  @Test
  void quotesInALineEndTheConnection() throws Exception {
    assertThat(client.ask("NEXTID \"a b\""))
        .isEqualTo("-ERR Protocol error: inline commands must not contain quotes; use redis-cli");
    assertThat(client.readByte()).isEqualTo(-1);
  }

  @Test
  void tagsThatNoStoreAcceptsAreErrors() throws Exception {
    assertThat(client.askWords("NEXTID", "")).isEqualTo("-ERR tag must not be blank");
    assertThat(client.askWords("NEXTID", "a\nb")).startsWith("-ERR tag must not contain control");
    client.send("NEXTID \u00ff\r\n".getBytes(ISO_8859_1));
    assertThat(client.read()).isEqualTo("-ERR tag must be UTF-8: tag=?");
  }

  @Test
  void commandsOfRedisThatAreMissingSayWhatThereIs() throws Exception {
    assertThat(client.ask("INCR a"))
        .isEqualTo(
            "-ERR unknown command 'INCR': this server issues ids, and has only GETID MGETID NEXTID"
                + " MNEXTID NEWTAG BLOCK DECODEID DBSIZE CONFIG PING ECHO HELLO"
                + " AUTH SELECT CLIENT COMMAND INFO ROLE QUIT RESET");
    client.send("*1\r\n$4\r\na\r\n\u00ff\r\n".getBytes(ISO_8859_1));
    assertThat(client.read()).startsWith("-ERR unknown command 'a???': ");
    assertThat(client.ask("x".repeat(1_000)))
        .startsWith("-ERR unknown command '" + "x".repeat(128) + "...'");
    assertThat(client.ask("CLIENT KILL 1")).startsWith("-ERR unknown subcommand 'KILL'. ");
    assertThat(client.ask("COMMAND INFO getid"))
        .isEqualTo("-ERR unknown subcommand 'INFO'. This server has COMMAND and COMMAND DOCS.");
  }

  @Test
  void transactionIsRefusedAndWhatItContainsIsAnswered() throws Exception {
    String error =
        "-ERR MULTI and EXEC are not supported; send the commands in a pipeline without a"
            + " transaction, such as pipeline(transaction=False) in redis-py";
    client.send("MULTI\r\nNEXTID a\r\nNEXTID a\r\nexec\r\nDISCARD\r\nPING\r\n");
    assertThat(client.read()).isEqualTo(error);
    assertThat(client.read()).isEqualTo(":1");
    assertThat(client.read()).isEqualTo(":2");
    assertThat(client.read()).isEqualTo(error);
    assertThat(client.read()).isEqualTo(error);
    assertThat(client.read()).isEqualTo("+PONG");
  }

  @Test
  void partsOfAnId() throws Exception {
    long id = Long.parseLong(client.ask("GETID").substring(1));
    IdParts parts = fixture.ids.layout().decode(id);
    String expected =
        "[id, %s, time, %s, rollback, :0, timeline, :%s, worker, :%s, sequence, :%s, tail, :0]"
            .formatted(id, parts.time(), parts.timeline(), parts.worker(), parts.sequence());
    assertThat(client.ask("DECODEID " + id)).isEqualTo(expected);
    assertThat(client.ask("HELLO 3")).startsWith("%[server, snowbraid, version, 7.0.0, proto, :3");
    assertThat(client.ask("DECODEID " + id)).isEqualTo("%" + expected);
    assertThat(client.ask("DECODEID -1")).startsWith("-ERR ");
  }

  @Test
  void connectionIsDescribedAndNamed() throws Exception {
    assertThat(client.ask("PING")).isEqualTo("+PONG");
    assertThat(client.ask("PING hi")).isEqualTo("hi");
    assertThat(client.askWords("ECHO", "a b")).isEqualTo("a b");
    assertThat(client.ask("SELECT 0")).isEqualTo("+OK");
    assertThat(client.ask("CLIENT GETNAME")).isEqualTo("null");
    assertThat(client.ask("CLIENT SETNAME worker-1")).isEqualTo("+OK");
    assertThat(client.ask("CLIENT GETNAME")).isEqualTo("worker-1");
    assertThat(client.ask("CLIENT SETINFO LIB-NAME jedis")).isEqualTo("+OK");
    assertThat(client.ask("CLIENT ID")).isEqualTo(":1");
    assertThat(client.ask("CLIENT LIST"))
        .contains("id=1 addr=127.0.0.1:", "name=worker-1", "resp=2");
    assertThat(client.ask("HELLO 3 SETNAME other")).startsWith("%");
    assertThat(client.ask("CLIENT INFO")).contains("name=other", "resp=3");
    assertThat(client.ask("HELLO")).startsWith("%");
    assertThat(client.ask("RESET")).isEqualTo("+RESET");
    assertThat(client.ask("HELLO")).startsWith("[server");
    assertThat(client.ask("CLIENT GETNAME")).isEqualTo("null");
  }

  @Test
  void passwordIsRejectedBecauseNoneIsSet() throws Exception {
    String error = "-ERR AUTH <password> called without any password configured";
    assertThat(client.ask("AUTH x")).startsWith(error);
    assertThat(client.ask("AUTH default x")).startsWith(error);
    assertThat(client.ask("HELLO 3 AUTH default x")).startsWith(error);
    assertThat(client.ask("HELLO")).startsWith("[server");
  }

  @Test
  void commandsAreDescribedWithoutKeys() throws Exception {
    assertThat(client.ask("COMMAND")).contains("[mgetid, :2, [+fast], :0, :0, :0, [], [], [], []]");
    assertThat(client.ask("COMMAND DOCS GETID foo getid"))
        .isEqualTo("[getid, [summary, Generates an id, group, generic]]");
    assertThat(client.ask("COMMAND DOCS")).contains("mnextid");
    assertThat(client.ask("HELLO 3")).startsWith("%");
    assertThat(client.ask("COMMAND"))
        .contains("[getid, :1, ~[+fast], :0, :0, :0, ~[], [], [], []]");
  }

  @Test
  void infoHasTheLinesOfTheRedisGenerator() throws Exception {
    assertThat(client.ask("GETID")).startsWith(":");
    assertThat(client.ask("INFO").lines())
        .contains(
            "redis_version:7.0.0",
            "server_id:" + fixture.ids.workerId(),
            "id_range:7",
            "shard_range:11",
            "random_range:0",
            "connected_clients:1",
            "layout:" + fixture.ids.layout(),
            "state:READY");
    assertThat(client.ask("INFO server")).contains("# Server").doesNotContain("# Clients");
    assertThat(client.ask("INFO everything")).contains("# Server", "# Ids");
    assertThat(client.ask("INFO keyspace")).isEmpty();
  }

  @Test
  void serverIsAPrimaryWithoutReplicas() throws Exception {
    assertThat(client.ask("ROLE")).isEqualTo("[master, :0, []]");
    assertThat(client.ask("COMMAND"))
        .contains("[role, :1, [+noscript, +loading, +stale, +fast], :0, :0, :0, [], [], [], []]");
    String replication = client.ask("INFO replication");
    assertThat(replication.lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("# Replication"),
            line -> assertThat(line).isEqualTo("role:master"),
            line -> assertThat(line).isEqualTo("connected_slaves:0"),
            line -> assertThat(line).matches("master_replid:[0-9a-f]{40}"),
            line -> assertThat(line).isEqualTo("master_repl_offset:0"));
    assertThat(client.ask("INFO Replication")).isEqualTo(replication);
    for (String all : List.of("INFO", "INFO default", "INFO all", "INFO everything")) {
      assertThat(client.ask(all)).contains(replication);
    }
  }

  @Test
  void quitEndsTheConnectionAfterTheAnswersBefore() throws Exception {
    client.send("GETID\r\nQUIT\r\nGETID\r\n");
    assertThat(client.read()).startsWith(":");
    assertThat(client.read()).isEqualTo("+OK");
    assertThat(client.readByte()).isEqualTo(-1);
  }

  @Test
  void requestOfABrowserEndsTheConnection() throws Exception {
    client.send("POST / HTTP/1.1\r\nHost: localhost\r\n\r\nGETID\r\n");
    assertThat(client.read()).startsWith("-ERR unknown command 'POST'");
    assertThat(client.readByte()).isEqualTo(-1);
  }

  @Test
  void pipelineIsAnsweredInOrder() throws Exception {
    client.send("NEXTID a\r\nPING 1\r\nfoo\r\nNEXTID a\r\nNEXTID b\r\nPING 2\r\nMNEXTID a 2\r\n");
    assertThat(client.read()).isEqualTo(":1");
    assertThat(client.read()).isEqualTo("1");
    assertThat(client.read()).startsWith("-ERR unknown command");
    assertThat(client.read()).isEqualTo(":2");
    assertThat(client.read()).isEqualTo(":1");
    assertThat(client.read()).isEqualTo("2");
    assertThat(client.read()).isEqualTo("[:3, :4]");
  }
}
