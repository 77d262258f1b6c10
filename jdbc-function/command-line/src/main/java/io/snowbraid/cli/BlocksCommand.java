package io.snowbraid.cli;

import io.snowbraid.IdBlock;
import io.snowbraid.IdBlocks;
import io.snowbraid.IdStripes;
import io.snowbraid.Layout;
import java.time.Duration;
import java.util.LinkedHashMap;
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
        "Claims blocks of ids for jobs, prints them as SQL, lists them, and forgets their names.",
    mixinStandardHelpOptions = true,
    subcommands = {
      BlocksCommand.Claim.class,
      BlocksCommand.ListBlocks.class,
      BlocksCommand.Forget.class
    })
final class BlocksCommand extends CommandGroup {

  /** Opens the blocks of a store, for the layout of its namespace. */
  private static IdBlocks blocks(WorkerStore store, LayoutOption option) {
    Layout known =
        store.workers().stream() // a missing table is not created
            .findFirst()
            .map(worker -> Layout.parse(worker.layout()))
            .orElse(Layout.DEFAULT);
    return IdBlocks.open(store.source(), option.layout().orElse(known));
  }

  private static Map<String, Object> row(IdBlock block) {
    Layout layout = block.layout();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", block.name());
    row.put("size", block.size());
    row.put("firstId", Long.toString(block.firstId()));
    row.put("lastId", Long.toString(block.lastId()));
    row.put("from", layout.decode(block.firstId()).time().toString());
    row.put("to", layout.decode(block.lastId()).time().toString());
    row.put("claimed", block.claimedAt().toString());
    return row;
  }

  /** Claims a block. */
  @Command(
      name = "claim",
      description =
          "Claims a block of ids. The same name and size always get the same block; another size is"
              + " an error.",
      mixinStandardHelpOptions = true)
  static final class Claim implements Runnable {

    @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();
    @Mixin private final LayoutOption layout = new LayoutOption();
    @Mixin private final ResultPrinter output = new ResultPrinter();

    @Parameters(paramLabel = "NAME", description = "The name of the block.")
    private String name = "";

    @Option(names = "--size", required = true, description = "How many ids it has.")
    private long size;

    @Option(
        names = "--max-reach",
        defaultValue = "PT1H",
        description =
            "How far its ids may reach into the future, as an ISO 8601 duration (default:"
                + " ${DEFAULT-VALUE}).")
    private Duration maxReach = IdBlocks.DEFAULT_MAX_REACH;

    @Option(
        names = "--stripes",
        defaultValue = "1",
        description =
            "How many parts the job has at most; with --print (default: ${DEFAULT-VALUE}).")
    private int stripes;

    @Option(
        names = "--print",
        description =
            "Prints only an expression that is the id of a row: ${COMPLETION-CANDIDATES}, in any"
                + " case.")
    private IdStripes.@Nullable Dialect dialect;

    @Override
    public void run() {
      try (WorkerStore store = options.open()) {
        store.create();
        IdBlock block = blocks(store, layout).withMaxReach(maxReach).claim(name, size);
        if (dialect == null) {
          output.print(List.of(row(block)));
        } else {
          output.say(block.stripes(stripes).sql(dialect));
        }
      }
    }
  }

  /** Lists the blocks. */
  @Command(
      name = "list",
      description = "Shows all blocks that have names.",
      mixinStandardHelpOptions = true)
  static final class ListBlocks implements Runnable {

    @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();
    @Mixin private final ResultPrinter output = new ResultPrinter();

    @Override
    public void run() {
      try (WorkerStore store = options.open()) {
        List<IdBlock> all = blocks(store, new LayoutOption()).list();
        output.print(all.stream().map(BlocksCommand::row).toList());
        if (all.isEmpty()) {
          output.say("no block has a name: " + options.place());
        }
      }
    }
  }

  /** Forgets a name. */
  @Command(
      name = "forget",
      description =
          "Forgets the name of a block. Its ids are never issued again; whoever claims the name"
              + " afterwards gets others.",
      mixinStandardHelpOptions = true)
  static final class Forget implements Runnable {

    @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();
    @Mixin private final ResultPrinter output = new ResultPrinter();

    @Parameters(paramLabel = "NAME", description = "The name of the block.")
    private String name = "";

    @Override
    public void run() {
      try (WorkerStore store = options.open()) {
        if (!blocks(store, new LayoutOption()).forget(name)) {
          throw new IllegalArgumentException(
              "block must exist: name="
                  + name
                  + ", "
                  + options.place()
                  + "; correct its name, blocks list shows all");
        }
        output.say("the name is forgotten: whoever claims it now gets other ids");
      }
    }
  }
}
