package io.snowbraid.server.internal.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.SlotRoute.Kind;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.RoutedNumbers;
import io.snowbraid.server.ServerFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what clients of clusters ask, in the formats that Redis 7.0.15 has. */
class ClusterCommandsTest {

  private static final String SELF = RoutedNumbers.SELF;
  private static final String OTHER = RoutedNumbers.OTHER;

  @TempDir static Path directory;

  private final RoutedNumbers keyed = new RoutedNumbers();
  private ServerFixture fixture;
  private RespClient client;

  @BeforeEach
  void start() throws Exception {
    fixture = new ServerFixture(directory, SegmentSource.inMemory(), server -> server.keyed(keyed));
    client = fixture.connect();
    keyed.route("foo", Kind.ELSEWHERE, RoutedNumbers.ADDRESS); // slot 12182
    keyed.route("bar", Kind.DOWN, ""); // slot 5061
  }

  @AfterEach
  void end() throws Exception {
    client.close();
    fixture.close();
  }

  @Test
  void slotsAreRangesInTheirOrder() throws Exception {
    String self = "[127.0.0.1, :7878, " + SELF + ", []]";
    String other = "[10.0.0.2, :7878, " + OTHER + ", []]";
    String expected =
        "[[:0, :5060, %s], [:5062, :12181, %s], [:12182, :12182, %s], [:12183, :16383, %s]]"
            .formatted(self, self, other, self);
    assertThat(client.ask("CLUSTER SLOTS")).isEqualTo(expected);
    assertThat(client.ask("HELLO 3")).startsWith("%");
    assertThat(client.ask("cluster slots")).isEqualTo(expected.replace("[]", "%[]"));
  }

  @Test
  void shardsAreServers() throws Exception {
    assertThat(client.ask("HELLO 3")).startsWith("%");
    assertThat(client.ask("CLUSTER SHARDS"))
        .isEqualTo(
            "[%[slots, [:0, :5060, :5062, :12181, :12183, :16383], nodes, [%[id, "
                + SELF
                + ", port, :7878, ip, 127.0.0.1, endpoint, 127.0.0.1, role, master,"
                + " replication-offset, :0, health, online]]],"
                + " %[slots, [:12182, :12182], nodes, [%[id, "
                + OTHER
                + ", port, :7878, ip, 10.0.0.2, endpoint, 10.0.0.2, role, master,"
                + " replication-offset, :0, health, online]]]]");
  }

  @Test
  void nodesAreLines() throws Exception {
    String expected =
        SELF
            + " 127.0.0.1:7878@0 myself,master - 0 0 0 connected 0-5060 5062-12181 12183-16383\n"
            + OTHER
            + " 10.0.0.2:7878@0 master - 0 0 0 connected 12182\n";
    assertThat(client.ask("CLUSTER NODES")).isEqualTo(expected);
    assertThat(client.ask("HELLO 3")).startsWith("%");
    assertThat(client.ask("CLUSTER NODES")).isEqualTo("txt:" + expected);
  }

  @Test
  void infoSaysWhetherAllSlotsAreServed() throws Exception {
    assertThat(client.ask("CLUSTER INFO").lines())
        .contains(
            "cluster_state:fail",
            "cluster_slots_assigned:16383",
            "cluster_known_nodes:2",
            "cluster_size:2");
    keyed.route("bar", Kind.HERE, "");
    assertThat(client.ask("CLUSTER INFO").lines())
        .contains("cluster_state:ok", "cluster_slots_ok:16384");
    assertThat(client.ask("CLUSTER MYID")).isEqualTo(SELF);
  }

  @ParameterizedTest
  @CsvSource({"foo,12182", "{foo}bar,12182", "bar,5061", "123456789,12739", "'',0"})
  void keySlotIsTheOneOfRedis(String key, int slot) throws Exception {
    assertThat(client.askWords("CLUSTER", "KEYSLOT", key)).isEqualTo(":" + slot);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CLUSTER;ERR wrong number of arguments for 'cluster' command",
        "CLUSTER SLOTS a;ERR wrong number of arguments for 'cluster|slots' command",
        "CLUSTER KEYSLOT;ERR wrong number of arguments for 'cluster|keyslot' command",
        "CLUSTER KEYSLOT a b;ERR wrong number of arguments for 'cluster|keyslot' command",
        "CLUSTER MEET a 1;ERR unknown subcommand 'MEET'. This server has CLUSTER SLOTS, SHARDS,"
            + " NODES, INFO, MYID and KEYSLOT.",
        "READONLY a;ERR wrong number of arguments for 'readonly' command"
      })
  void wrongRequestsGetTheErrorsOfRedis(String request, String error) throws Exception {
    assertThat(client.ask(request)).isEqualTo("-" + error);
  }

  @Test
  void commandsSayWhereTheirKeyIs() throws Exception {
    assertThat(client.ask("COMMAND"))
        .startsWith("[[getid, :1, [+fast], :0, :0, :0, [], [], [], []],")
        .contains(
            " [nextid, :2, [+fast], :0, :0, :0, [], [], [], []],",
            " [incr, :2, [+write, +denyoom, +fast], :1, :1, :1, [], [], [], []],"
                + " [incrby, :3, [+write, +denyoom, +fast], :1, :1, :1, [], [], [], []],"
                + " [get, :2, [+readonly, +fast], :1, :1, :1, [], [], [], []],"
                + " [advance, :3, [+write, +denyoom, +fast], :1, :1, :1, [], [], [], []],");
    assertThat(client.ask("READONLY")).isEqualTo("+OK");
  }

  @Test
  void clientsLearnThatItIsACluster() throws Exception {
    assertThat(client.ask("HELLO")).contains("mode, cluster");
    assertThat(client.ask("INFO").lines())
        .contains(
            "redis_mode:cluster",
            "cluster_enabled:1",
            "keyed_id:" + SELF,
            "keyed_address:127.0.0.1:7878",
            "keyed_servers:2",
            "keyed_slots:1",
            "keyed_slots_damaged:2",
            "keyed_keys:3",
            "keyed_lease_remaining_ms:12",
            "keyed_store_failure:store hangs");
    assertThat(client.ask("INFO cluster")).isEqualTo("# Cluster\r\ncluster_enabled:1\r\n");
  }

  @Test
  void serverWithoutNumbersPerKeyIsNoCluster() throws Exception {
    try (ServerFixture plain =
            new ServerFixture(directory, SegmentSource.inMemory(), server -> server);
        RespClient other = plain.connect()) {
      assertThat(other.ask("HELLO")).contains("mode, standalone");
      assertThat(other.ask("INFO").lines())
          .contains("cluster_enabled:0", "redis_mode:standalone")
          .doesNotContain("# Keyed");
      assertThat(other.ask("CLUSTER SLOTS")).startsWith("-ERR unknown command 'CLUSTER'");
      assertThat(other.ask("COMMAND")).doesNotContain("incr");
    }
  }
}
