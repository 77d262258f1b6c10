package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.snowbraid.server.program.Store;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;

/** Tests with unchanged clients of Redis Cluster, on two servers that share a database. */
class ClusterClientsTest {

  private static final int KEYS = 200;

  @TempDir static Path directory;

  private KeyServer first;
  private KeyServer second;

  @BeforeEach
  void start() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("ids");
    first = KeyServer.start(Store.database(url, "sa", ""));
    second = KeyServer.start(Store.database(url, "sa", ""));
    awaitBalance();
  }

  @AfterEach
  void end() {
    second.close();
    first.close();
  }

  private void awaitBalance() throws IOException {
    try (RespClient client = first.connect()) {
      String info = "";
      while (!info.contains("cluster_size:2\r\n") || !info.contains("cluster_state:ok\r\n")) {
        info = client.ask("CLUSTER INFO");
      }
    }
  }

  /** Requires that all numbers of a key rise, whoever asked for them. */
  private static void requireRising(Map<String, List<Long>> numbers) {
    assertThat(numbers).hasSize(KEYS);
    numbers.values().forEach(all -> assertThat(all).hasSize(4).isSorted().doesNotHaveDuplicates());
  }

  @Test
  void jedisAndLettuceGetTheNumbersOfAllKeys() {
    Map<String, List<Long>> numbers = new HashMap<>();
    Set<String> known = new HashSet<>();
    HostAndPort address = new HostAndPort("127.0.0.1", first.address().getPort());
    RedisURI uri = RedisURI.create("127.0.0.1", second.address().getPort());
    io.lettuce.core.cluster.RedisClusterClient client =
        io.lettuce.core.cluster.RedisClusterClient.create(uri);
    DefaultJedisClientConfig patient =
        DefaultJedisClientConfig.builder()
            .timeoutMillis((int) Duration.ofMinutes(1).toMillis())
            .build();
    try (RedisClusterClient jedis =
            RedisClusterClient.builder().nodes(Set.of(address)).clientConfig(patient).build();
        StatefulRedisClusterConnection<String, String> lettuce = client.connect()) {
      for (int i = 0; i < 2 * KEYS; i++) {
        String key = "key:" + i % KEYS;
        List<Long> all = numbers.computeIfAbsent(key, name -> new ArrayList<>());
        all.add(jedis.incr(key));
        all.add(lettuce.sync().incrby(key, 3));
        String last = Long.toString(all.get(all.size() - 1));
        assertThat(jedis.get(key)).isIn(last, null); // null if the slot has just moved
        known.add(lettuce.sync().get(key));
      }
    } finally {
      client.shutdown();
    }
    requireRising(numbers);
    assertThat(known).contains("4", "8");
  }

  @Test
  @Tag("slow")
  void commandLineToolFollowsRedirections() throws Exception {
    Path tool = Path.of("/usr/bin/redis-cli");
    assertThat(tool).as("apt-get install redis-tools").isExecutable();
    List<String> requests = IntStream.range(0, KEYS).mapToObj(i -> "INCR tool:" + i).toList();
    String port = Integer.toString(first.address().getPort());
    ProcessBuilder process =
        new ProcessBuilder(tool.toString(), "-c", "-p", port)
            .redirectInput(Files.write(directory.resolve("requests"), requests).toFile());
    List<String> lines = Programs.output(process).lines().toList();
    assertThat(lines.stream().filter(line -> line.matches("[0-9]+"))).hasSize(KEYS);
    assertThat(lines).anyMatch(line -> line.startsWith("-> Redirected to slot ["));
  }
}
