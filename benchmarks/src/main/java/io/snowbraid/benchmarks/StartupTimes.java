package io.snowbraid.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How long new JVMs took to store their first entity.
 *
 * @param millis the time of each start
 */
record StartupTimes(IdStrategy kind, List<Double> millis) {

  /** Starts JVMs of all kinds in turn, so that other load on the machine affects all of them. */
  static List<StartupTimes> race(List<IdStrategy> kinds, int starts) {
    List<StartupTimes> all =
        kinds.stream().map(kind -> new StartupTimes(kind, new ArrayList<>())).toList();
    for (int round = 0; round <= starts; round++) {
      for (StartupTimes one : all) {
        double time = start(one.kind);
        if (round > 0) { // the first one reads the class path from disk
          one.millis.add(time);
        }
      }
    }
    return all;
  }

  double median() {
    return InsertComparison.median(millis);
  }

  /** Returns the median of the differences within the rounds. */
  double medianAbove(StartupTimes base) {
    return InsertComparison.median(
        IntStream.range(0, millis.size())
            .mapToObj(round -> millis.get(round) - base.millis.get(round))
            .toList());
  }

  private static double start(IdStrategy kind) {
    ProcessBuilder command =
        new ProcessBuilder(
            JavaCommand.of(
                StartupTimes.class, List.of("-Dorg.jboss.logging.provider=slf4j"), kind.name()));
    try {
      Process process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command.command() + " must end well: " + output);
      }
      return Double.parseDouble(output.strip());
    } catch (IOException e) {
      throw new IllegalStateException("JVM must start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Stores one entity, and prints how many milliseconds the JVM has been running. */
  public static void main(String[] arguments) {
    IdStrategy kind = IdStrategy.valueOf(arguments[0]);
    try (EntityStore store = EntityStore.h2(kind)) {
      store.nanos(kind, 1);
      System.out.println(
          System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime());
    }
  }
}
