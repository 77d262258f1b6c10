package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;

import io.snowbraid.layout.Layout;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plans which region leases which workers, for regions that have no common store. */
@Command(
    name = "shares",
    description =
        "Prints which workers each of several regions may lease, if they have no common store, so"
            + " that no two of them issue the same id.")
final class SharesCommand implements Runnable {

  @Parameters(paramLabel = "<regions>", description = "How many regions there are.")
  private int regions;

  @Option(
      names = "--room-for",
      paramLabel = "<regions>",
      description =
          "How many regions there may be later; their workers stay unused until then. As many as"
              + " there are unless set.")
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
      throw output.rejection(
          what + " must be in [" + min + ", " + max + "]: " + what + "=" + value + "; correct it");
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

    Each region needs a store of its own, and never a copy of another region's.
    Generators: how many each region may run at the same time. Unused workers: %d.
    Nothing can check that shares of stores that do not know each other do not overlap.
    Stop all generators of a region before you change its share, and give a number to another \
    region only when the clocks are past all ids that were issued with it.\
    """
        .formatted(unused);
  }
}
