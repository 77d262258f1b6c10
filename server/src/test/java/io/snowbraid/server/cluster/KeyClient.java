package io.snowbraid.server.cluster;

import java.util.List;

/** A cluster client of Redis, as its users have it. Safe for use by any number of threads. */
interface KeyClient extends AutoCloseable {

  /** Which client; each knows some of the servers and finds the others by itself. */
  enum Kind {
    JEDIS(4, 120) {
      @Override
      KeyClient open(List<Integer> ports) {
        return new JedisKeys(ports);
      }
    },
    LETTUCE(4, 120) {
      @Override
      KeyClient open(List<Integer> ports) {
        return new LettuceKeys(ports);
      }
    },
    REDIS_PY(2, 12) {
      @Override
      KeyClient open(List<Integer> ports) {
        return new ProcessKeys(ports, "/usr/bin/python3", "-c", PYTHON);
      }
    };

    /** Needs Debian's {@code python3-redis}. */
    private static final String PYTHON =
        """
        import sys
        from redis.cluster import RedisCluster
        client = None
        for line in sys.stdin:
            try:
                client = client or RedisCluster("127.0.0.1", int(sys.argv[1]))
                print(client.execute_command(*line.split()), flush=True)
            except Exception as e:
                print(repr(e), flush=True)
        """;

    /** How many threads call. */
    final int threads;

    /** How many of the keys they use, so few that each is used often. */
    final int keys;

    Kind(int threads, int keys) {
      this.threads = threads;
      this.keys = keys;
    }

    abstract KeyClient open(List<Integer> ports);
  }

  /**
   * Reserves the next numbers of a key.
   *
   * @return the last of them
   */
  long take(String key, int count) throws Exception;

  @Override
  void close();
}
