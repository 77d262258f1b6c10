package io.snowbraid.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * Reports numbers per key beside {@code INCR} of Redis, which forces its log to disk each second or
 * each time. Debian's redis-benchmark asks all, by turns. It takes one of the two cores for itself.
 */
final class KeySection {

  private static final int ROUNDS = 5;
  private static final int PORT = 7979;
  private static final int EACH_SECOND_PORT = 7980;
  private static final int ALWAYS_PORT = 7981;
  private static final int SECOND_PORT = 7982;
  private static final int REDIS_PORT = 7983;
  private static final int MANY = 10_000_000;
  private static final List<String> COMMAND = List.of("INCR", "key:__rand_int__");

  private final boolean quick;

  KeySection(BenchmarkOptions settings) {
    this.quick = settings.quick();
  }

  String measure() throws IOException, InterruptedException {
    try (ServerProcess ours = ServerProcess.snowbraid(PORT, "64m");
        ServerProcess eachSecond = ServerProcess.durableRedis(EACH_SECOND_PORT, "everysec");
        ServerProcess always = ServerProcess.durableRedis(ALWAYS_PORT, "always")) {
      return """
      ## Numbers per key

      `redis-benchmark -c 50 -r %d %s` of Debian, medians of %d rounds in which all servers take turns. Snowbraid keeps its bounds in a directory; -Xmx64m.

      %s
      Redis %s, whose log is forced to disk each second or before each answer. Snowbraid %s after its first bounds.

      %s\
      """
          .formatted(
              ServerLoad.KEYS,
              String.join(" ", COMMAND),
              ROUNDS,
              table(ours, eachSecond, always),
              eachSecond.version(),
              writes(ours),
              memory());
    }
  }

  private MarkdownTable table(ServerProcess ours, ServerProcess eachSecond, ServerProcess always)
      throws IOException, InterruptedException {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "pipeline",
                "requests a second",
                "Redis, each second",
                "x",
                "Redis, always",
                "x",
                "server CPU, µs a request",
                "x Redis, each second"));
    for (int pipeline : List.of(1, 16)) {
      int requests = (quick ? 50_000 : 400_000) * (pipeline == 1 ? 1 : 10);
      ServerLoad.Samples mine = new ServerLoad.Samples();
      ServerLoad.Samples theirs = new ServerLoad.Samples();
      ServerLoad.Samples durable = new ServerLoad.Samples();
      for (int round = -1; round < ROUNDS; round++) { // the first one warms up
        mine.add(round, ServerLoad.run(ours, COMMAND, pipeline, requests));
        theirs.add(round, ServerLoad.run(eachSecond, COMMAND, pipeline, requests));
        durable.add(round, ServerLoad.run(always, COMMAND, pipeline, requests / 8));
      }
      List<String> row =
          List.of(
              "-P " + pipeline,
              MeasuredValue.number(mine.rate()),
              MeasuredValue.number(theirs.rate()),
              MeasuredValue.number(mine.rate() / theirs.rate()),
              MeasuredValue.number(durable.rate()),
              MeasuredValue.number(mine.rate() / durable.rate()),
              MeasuredValue.number(mine.micros()),
              MeasuredValue.number(mine.micros() / theirs.micros()));
      table.add(row);
      System.err.println("numbers per key: " + row);
    }
    return table;
  }

  private static String writes(ServerProcess ours) throws IOException {
    return "has issued %,d numbers with %,d durable writes"
        .formatted(
            Long.parseLong(ours.info("keyed", "keyed_issued")),
            Long.parseLong(ours.info("keyed", "keyed_raise_writes")));
  }

  private String memory() throws IOException, InterruptedException {
    int keys = quick ? MANY / 10 : MANY;
    try (ServerProcess ours = ServerProcess.snowbraid(SECOND_PORT, "256m", "--max-keys=" + MANY);
        ServerProcess redis = ServerProcess.redis(REDIS_PORT)) {
      KeyLoad.run(ours.port(), keys);
      KeyLoad.run(redis.port(), keys);
      return "With %,d keys, Snowbraid with -Xmx256m has %s keys in memory, takes %,d MB and %s; Redis takes %,d MB.\n"
          .formatted(
              keys,
              ours.info("keyed", "keyed_keys"),
              ours.memory() >> 20,
              writes(ours),
              redis.memory() >> 20);
    }
  }
}
