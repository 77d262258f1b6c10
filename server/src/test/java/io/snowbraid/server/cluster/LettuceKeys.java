package io.snowbraid.server.cluster;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.List;

/** Lettuce's cluster client with its usual settings, but for a shorter timeout. */
final class LettuceKeys implements KeyClient {

  /**
   * Longer than a server makes calls wait, and than one restarts on a busy machine: Lettuce keeps
   * some calls for a server that has left.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<String, String> connection;

  LettuceKeys(List<Integer> ports) {
    client =
        RedisClusterClient.create(
            ports.stream()
                .map(port -> RedisURI.builder().withHost("127.0.0.1").withPort(port))
                .map(uri -> uri.withTimeout(TIMEOUT).build())
                .toList());
    connection = client.connect();
  }

  @Override
  public long take(String key, int count) {
    return count == 1 ? connection.sync().incr(key) : connection.sync().incrby(key, count);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
