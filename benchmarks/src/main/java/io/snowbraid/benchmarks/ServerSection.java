package io.snowbraid.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * Reports how many requests a second the server answers beside a Redis server without persistence.
 * Debian's redis-benchmark asks both, by turns. It takes one of the two cores for itself.
 */
final class ServerSection {

  private static final int ROUNDS = 5;
  private static final int PORT = 7979;
  private static final int REDIS_PORT = 7980;

  /**
   * What is asked for.
   *
   * @param pipeline how many requests are sent at a time
   * @param ids how many ids each answer has
   */
  private record Work(List<String> command, int pipeline, int ids, int requests) {

    static Work of(String command, int pipeline, int ids, int requests) {
      return new Work(List.of(command.split(" ", -1)), pipeline, ids, requests);
    }

    String label() {
      return "`" + String.join(" ", command) + "`, -P " + pipeline;
    }
  }

  private static final List<Work> WORK =
      List.of(
          Work.of("GETID", 1, 1, 400_000),
          Work.of("GETID", 16, 1, 4_000_000),
          Work.of("NEXTID orders", 1, 1, 400_000),
          Work.of("NEXTID orders", 16, 1, 4_000_000),
          Work.of("MGETID 100", 1, 100, 200_000));

  private final boolean quick;

  ServerSection(BenchmarkOptions settings) {
    this.quick = settings.quick();
  }

  String measure() throws IOException, InterruptedException {
    try (ServerProcess ours = ServerProcess.snowbraid(PORT, "64m");
        ServerProcess redis = ServerProcess.redis(REDIS_PORT)) {
      return """
      ## Server

      `redis-benchmark -c 50` of Debian, medians of %d rounds in which both servers take turns; -Xmx64m. Redis %s counts with `INCR` and keeps nothing on disk.

      %s\
      """
          .formatted(ROUNDS, redis.version(), table(ours, redis));
    }
  }

  private MarkdownTable table(ServerProcess ours, ServerProcess redis)
      throws IOException, InterruptedException {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "request",
                "requests a second",
                "ids a second",
                "x `INCR`",
                "server CPU, µs a request",
                "x `INCR`"));
    for (Work work : WORK) {
      ServerLoad.Samples mine = new ServerLoad.Samples();
      ServerLoad.Samples theirs = new ServerLoad.Samples();
      int requests = quick ? work.requests / 8 : work.requests;
      for (int round = -1; round < ROUNDS; round++) { // the first one warms up
        mine.add(round, ServerLoad.run(ours, work.command, work.pipeline, requests));
        theirs.add(
            round, ServerLoad.run(redis, List.of("INCR", "counter"), work.pipeline, requests));
      }
      table.add(
          List.of(
              work.label(),
              MeasuredValue.number(mine.rate()),
              MeasuredValue.number(mine.rate() * work.ids),
              MeasuredValue.number(mine.rate() / theirs.rate()),
              MeasuredValue.number(mine.micros()),
              MeasuredValue.number(mine.micros() / theirs.micros())));
      System.err.println("server: " + work.label());
    }
    return table;
  }
}
