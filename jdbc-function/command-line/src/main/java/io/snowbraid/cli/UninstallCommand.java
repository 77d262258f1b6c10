package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Removes the SQL functions from a PostgreSQL database. */
@Command(
    name = "uninstall",
    description =
        "Removes the SQL functions from the current schema of a PostgreSQL database and releases"
            + " their worker. Fails while a default or a view calls them. The worker table stays:"
            + " it records what was issued.",
    mixinStandardHelpOptions = true)
final class UninstallCommand implements Runnable {

  @Mixin private final DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--print", description = "Print the statement, and change nothing.")
  private boolean print;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  UninstallCommand() {}

  @Override
  public void run() {
    if (print) {
      say(SnowflakeFunctions.uninstallScript());
      return;
    }
    try (HikariDataSource pool = database.connect()) {
      SnowflakeFunctions.uninstall(pool);
      say("removed the functions and released their worker");
    }
  }

  private void say(String text) {
    spec.commandLine().getOut().println(text);
  }
}
