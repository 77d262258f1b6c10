package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Takes a worker from an owner that is gone. */
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
      boolean held = database.workers(pool).release(worker);
      spec.commandLine()
          .getOut()
          .println("worker " + worker + (held ? " is released" : " was not held"));
    }
  }
}
