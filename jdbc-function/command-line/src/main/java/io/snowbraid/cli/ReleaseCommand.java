package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.WorkerInfo;
import io.snowbraid.worker.WorkerSourceException;
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
        "Takes a worker from an owner that is gone, so that it can be given to another at once. A"
            + " holder that lives after all finishes its grant and takes another worker.",
    mixinStandardHelpOptions = true)
final class ReleaseCommand implements Runnable {

  @Mixin private final DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--worker", required = true, description = "The worker.")
  private int worker;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  ReleaseCommand() {}

  @Override
  public void run() {
    try (HikariDataSource pool = database.connect()) {
      JdbcWorkerSource source = database.workers(pool);
      String history = before(source).map(ReleaseCommand::history).orElse("");
      boolean released = source.release(worker);
      String text = "worker " + worker + (released ? " is released" : " was not held") + history;
      spec.commandLine().getOut().println(TerminalText.line(text));
    }
  }

  /** Reads the worker's row before it is released. A damaged row must not prevent the release. */
  private Optional<WorkerInfo> before(JdbcWorkerSource source) {
    try {
      return source.workers().stream().filter(record -> record.worker() == worker).findFirst();
    } catch (WorkerSourceException e) {
      return Optional.empty();
    }
  }

  private static String history(WorkerInfo before) {
    String owner = ": its owner " + before.owner();
    return switch (before.state()) {
      case HELD ->
          owner
              + " wrote at "
              + before.seenAt()
              + ", and if it lives it issues ids until "
              + before.expiresAt().map(Object::toString).orElse("-")
              + " at most and takes another worker";
      case EXPIRED -> owner + " wrote at " + before.seenAt() + " for the last time, and expired";
      case RELEASED -> owner + " released it at " + before.seenAt() + ", or it was released then";
      case RESERVED -> owner + " keeps it for ever";
    };
  }
}
