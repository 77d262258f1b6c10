package io.snowbraid.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of redis-benchmark.
 *
 * @param rate requests a second
 * @param micros the CPU time of the server per request, in microseconds
 */
record ServerLoad(double rate, double micros) {

  private static final int CLIENTS = 50;

  /** How many numbers {@code __rand_int__} in a command stands for. */
  static final int KEYS = 100_000;

  /** The runs of several rounds. */
  static final class Samples {

    private final RateSamples rates = new RateSamples();
    private final RateSamples micros = new RateSamples();

    /** Adds a run, unless the round is negative, which means a warm-up. */
    void add(int round, ServerLoad run) {
      rates.add(round, run.rate);
      micros.add(round, run.micros);
    }

    double rate() {
      return rates.median();
    }

    double micros() {
      return micros.median();
    }
  }

  static ServerLoad run(ServerProcess server, List<String> command, int pipeline, int requests)
      throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "redis-benchmark",
                "-p",
                String.valueOf(server.port()),
                "-c",
                String.valueOf(CLIENTS),
                "-r",
                String.valueOf(KEYS),
                "-P",
                String.valueOf(pipeline),
                "-n",
                String.valueOf(requests),
                "--csv"));
    line.addAll(command);
    double before = server.cpuMicros();
    Process benchmark = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(benchmark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (benchmark.waitFor() != 0) {
      throw new IllegalStateException("redis-benchmark must end well: " + output);
    }
    return new ServerLoad(rate(output), (server.cpuMicros() - before) / requests);
  }

  /** Reads the second column of the last line. */
  static double rate(String csv) {
    String last = csv.strip().lines().reduce("", (first, second) -> second);
    String[] columns = last.split("\",\"", -1);
    if (columns.length < 2) {
      throw new IllegalStateException("redis-benchmark must print a rate: " + csv);
    }
    return Double.parseDouble(columns[1]);
  }
}
