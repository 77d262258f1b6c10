package io.snowbraid.server.cluster;

import java.util.List;
import java.util.stream.Collectors;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;

/** Jedis' cluster client with its usual settings. */
final class JedisKeys implements KeyClient {

  private final RedisClusterClient jedis;

  JedisKeys(List<Integer> ports) {
    jedis =
        RedisClusterClient.create(
            ports.stream()
                .map(port -> new HostAndPort("127.0.0.1", port))
                .collect(Collectors.toSet()));
  }

  @Override
  public long take(String key, int count) {
    return count == 1 ? jedis.incr(key) : jedis.incrBy(key, count);
  }

  @Override
  public void close() {
    jedis.close();
  }
}
