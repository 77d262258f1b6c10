package io.snowbraid.cli;

import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Releases the worker of an owner that no longer runs. */
@Command(
    name = "release",
    description =
        "Releases a worker whose owner is gone, so that it can be leased at once. A process that"
            + " still holds it finishes its grant and leases another worker. Workers of dropped SQL"
            + " functions start slightly ahead of the clock, which must not be behind their last"
            + " ids.")
final class ReleaseCommand implements Callable<Integer> {

  @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();
  @Mixin private final TextPrinter output = new TextPrinter();

  @ArgGroup(multiplicity = "1")
  private Selection selection = new Selection();

  /** What is released. */
  private static final class Selection {

    @Option(names = "--worker", required = true, description = "The number of the worker.")
    private int worker;

    @Option(
        names = "--dropped-functions",
        required = true,
        description =
            "Releases all workers of PostgreSQL's SQL functions whose schema was dropped instead of"
                + " uninstalled.")
    private boolean droppedFunctions;
  }

  @Override
  public Integer call() throws SQLException {
    try (WorkerStore store = options.open()) {
      if (selection.droppedFunctions) {
        releaseDropped(store);
      } else {
        release(store, selection.worker);
      }
    }
    return 0;
  }

  private void releaseDropped(WorkerStore store) throws SQLException {
    if (!(store instanceof WorkerStore.Table table)) {
      throw new IllegalArgumentException(
          "--dropped-functions needs a database, but the url is "
              + options.url()
              + "; run release again with the URL of the database");
    }
    long released = 0;
    for (DroppedFunctions dropped : DroppedFunctions.find(table, options)) {
      if (dropped.release(table, options)) {
        released++;
        String owner = TerminalText.line(dropped.owner());
        output.say("worker " + dropped.worker() + " is released: its owner was " + owner);
      }
    }
    if (released == 0) {
      output.say("no worker is reserved for dropped functions of this database");
    }
  }

  private void release(WorkerStore store, int worker) {
    String history = before(store, worker).map(ReleaseCommand::history).orElse("");
    boolean released = store.release(worker);
    String text = "worker " + worker + (released ? " is released" : " was not held") + history;
    output.say(TerminalText.line(text));
  }

  /** Reads the record before the worker is released. A damaged one must not prevent the release. */
  private Optional<WorkerInfo> before(WorkerStore store, int worker) {
    try {
      return store.workers().stream().filter(record -> record.worker() == worker).findFirst();
    } catch (WorkerSourceException e) {
      return Optional.empty();
    }
  }

  private static String history(WorkerInfo before) {
    String owner = ": its owner " + before.owner();
    return switch (before.state()) {
      case HELD ->
          owner
              + " last wrote at "
              + before.seenAt()
              + "; if still running, it issues ids until "
              + before.expiresAt().map(Object::toString).orElse("-")
              + " at most, then leases another worker";
      case EXPIRED -> owner + " last wrote at " + before.seenAt() + ", and its lease has expired";
      case RELEASED -> owner + " or an operator released it at " + before.seenAt();
      case RESERVED, PAST -> owner + " holds it permanently";
    };
  }
}
