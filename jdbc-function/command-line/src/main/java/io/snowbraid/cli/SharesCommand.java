package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;

import io.snowbraid.internal.Arguments;
import io.snowbraid.layout.Layout;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plans the shares of regions that have no common store. */
@Command(
    name = "shares",
    description =
        "Prints which workers each of several regions without a common store may lease, so that no"
            + " two regions issue the same id.")
final class SharesCommand implements Runnable {

  @Parameters(paramLabel = "<regions>", description = "The number of regions.")
  private int regions;

  @Option(
      names = "--room-for",
      paramLabel = "<regions>",
      description =
          "The number of regions to reserve workers for, including later ones (default: the number"
              + " of regions).")
  private int later;

  @Mixin private final LayoutOption layout = new LayoutOption();
  @Mixin private final ResultPrinter output = new ResultPrinter();

  @Override
  public void run() {
    Layout chosen = layout.layout().orElse(Layout.DEFAULT);
    int parts = later == 0 ? regions : later;
    require("regions", regions, 1, chosen.workers());
    require("--room-for", parts, regions, chosen.workers());
    int size = chosen.workers() / parts;
    output.print(IntStream.range(0, regions).mapToObj(region -> share(region, size)).toList());
    output.say(advice(chosen.workers() - regions * size));
  }

  private void require(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw output.rejection(Arguments.outside(what, value, min, max));
    }
  }

  private static Map<String, Object> share(int region, int size) {
    int first = region * size;
    return row(
        "region", region + 1,
        "generators", size,
        "setting", "snowbraid.workers=" + first + (size == 1 ? "" : "-" + (first + size - 1)));
  }

  private static String advice(int unused) {
    return """

    Each region needs its own store, never a copy of another region's.
    Generators: the number that each region may run at the same time. Unused workers: %d.
    Snowbraid cannot check whether shares of separate stores overlap.
    Stop all generators of a region before you change its share, and give a worker to another \
    region only when the clocks are past all ids that were issued with that worker.\
    """
        .formatted(unused);
  }
}
