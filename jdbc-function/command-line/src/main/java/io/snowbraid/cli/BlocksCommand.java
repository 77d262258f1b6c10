package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;

import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.job.IdStripes;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Claims blocks of ids for jobs, lists them, and forgets their names. */
@Command(
    name = "blocks",
    description =
        "Claims, prints as SQL, and lists blocks of ids for jobs, and forgets their names.")
final class BlocksCommand extends CommandGroup {

  @Command(
      name = "claim",
      description =
          "Claims a block of ids. The same name and size always return the same block; a different"
              + " size is an error.")
  void claim(
      @Mixin WorkerStoreOptions options,
      @Mixin LayoutOption layout,
      @Mixin ResultPrinter output,
      @Parameters(paramLabel = "NAME", description = "The name of the block.") String name,
      @Option(names = "--size", required = true, description = "The number of ids in the block.")
          long size,
      @Option(
              names = "--max-reach",
              defaultValue = "1h",
              description =
                  "How far the ids may reach into the future, such as 90s, 2h or PT1M30S (default:"
                      + " ${DEFAULT-VALUE}).")
          Duration maxReach,
      @Option(
              names = "--stripes",
              defaultValue = "1",
              description =
                  "The maximum number of parts of the job, for --print (default:"
                      + " ${DEFAULT-VALUE}).")
          int stripes,
      @Option(
              names = "--print",
              description =
                  "Prints only an SQL expression for the id of a row: ${COMPLETION-CANDIDATES}, in"
                      + " any case.")
          IdStripes.@Nullable Dialect dialect) {
    try (WorkerStore store = options.open()) {
      store.create();
      IdBlock block = blocks(store, layout).withMaxReach(maxReach).claim(name, size);
      if (dialect == null) {
        output.print(List.of(describe(block)));
      } else {
        output.say(block.stripes(stripes).sql(dialect));
      }
    }
  }

  @Command(name = "list", description = "Lists all named blocks.")
  void list(@Mixin WorkerStoreOptions options, @Mixin ResultPrinter output) {
    try (WorkerStore store = options.open()) {
      List<IdBlock> all = blocks(store, new LayoutOption()).list();
      output.print(all.stream().map(BlocksCommand::describe).toList());
      if (all.isEmpty()) {
        output.say("no named blocks in " + options.place());
      }
    }
  }

  @Command(
      name = "forget",
      description =
          "Forgets the name of a block. Its ids are never issued again; the next claim of the name"
              + " gets different ids.")
  void forget(
      @Mixin WorkerStoreOptions options,
      @Mixin ResultPrinter output,
      @Parameters(paramLabel = "NAME", description = "The name of the block.") String name) {
    try (WorkerStore store = options.open()) {
      if (!blocks(store, new LayoutOption()).forget(name)) {
        throw new IllegalArgumentException(
            "no block has the name "
                + name
                + ", "
                + options.place()
                + "; correct the name (blocks list shows all)");
      }
      output.say("name forgotten; the next claim of it gets different ids");
    }
  }

  /** Opens the blocks of a store, for the layout of its namespace. */
  private static IdBlocks blocks(WorkerStore store, LayoutOption option) {
    Layout known =
        store.workers().stream() // a missing table is not created
            .findFirst()
            .map(worker -> Layout.parse(worker.layout()))
            .orElse(Layout.DEFAULT);
    return IdBlocks.open(store.source(), option.layout().orElse(known));
  }

  private static Map<String, Object> describe(IdBlock block) {
    Layout layout = block.layout();
    return row(
        "name", block.name(),
        "size", block.size(),
        "firstId", Long.toString(block.firstId()),
        "lastId", Long.toString(block.lastId()),
        "from", layout.decode(block.firstId()).time().toString(),
        "to", layout.decode(block.lastId()).time().toString(),
        "claimed", block.claimedAt().toString());
  }
}
