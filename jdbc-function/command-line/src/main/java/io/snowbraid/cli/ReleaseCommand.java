package io.snowbraid.cli;

import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Releases the worker of an owner that no longer runs. */
@Command(
    name = "release",
    description =
        "Releases a worker whose owner is gone, so that another can lease it at once. A holder that"
            + " is still alive finishes its grant and leases another worker.",
    mixinStandardHelpOptions = true)
final class ReleaseCommand implements Runnable {

  @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();

  @Option(names = "--worker", required = true, description = "The number of the worker.")
  private int worker;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  ReleaseCommand() {}

  @Override
  public void run() {
    try (WorkerStore store = options.open()) {
      String history = before(store).map(ReleaseCommand::history).orElse("");
      boolean released = store.release(worker);
      String text = "worker " + worker + (released ? " is released" : " was not held") + history;
      spec.commandLine().getOut().println(TerminalText.line(text));
    }
  }

  /** Reads the record before the worker is released. A damaged one must not prevent the release. */
  private Optional<WorkerInfo> before(WorkerStore store) {
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
              + "; if it is still running, it issues ids until "
              + before.expiresAt().map(Object::toString).orElse("-")
              + " at most, then leases another worker";
      case EXPIRED -> owner + " last wrote at " + before.seenAt() + ", and its lease has expired";
      case RELEASED -> owner + " released it at " + before.seenAt() + ", or an operator did";
      case RESERVED, PAST -> owner + " holds it permanently";
    };
  }
}
