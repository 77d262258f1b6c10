package io.snowbraid.cli;

import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.worker.WorkerSourceException;
import java.io.PrintWriter;
import java.sql.SQLException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code snowbraid}. */
@Command(
    name = "snowbraid",
    description = "Takes ids apart, and shows and mends the workers in a database.",
    mixinStandardHelpOptions = true,
    version = "snowbraid 0.1.0-SNAPSHOT",
    subcommands = {
      DecodeCommand.class,
      WorkersCommand.class,
      DoctorCommand.class,
      ReleaseCommand.class,
      UninstallCommand.class
    })
public final class SnowbraidCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** Made by picocli. */
  @SuppressWarnings("NullAway") // picocli sets the field
  public SnowbraidCommand() {}

  /** Shows the help, for a command is missing. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /**
   * Runs the command.
   *
   * @param arguments what the user typed
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SnowbraidCommand())
        .setExecutionExceptionHandler(
            (e, command, result) -> explain(e, command.getErr(), command.getCommandSpec()));
  }

  /** What the user can do something about is told without a stack trace. */
  private static int explain(Exception e, PrintWriter err, CommandSpec spec) throws Exception {
    if (e instanceof IllegalArgumentException
        || e instanceof WorkerSourceException
        || e instanceof FunctionInstallException
        || e instanceof SQLException) {
      err.println(e.getMessage());
      return spec.exitCodeOnExecutionException();
    }
    throw e;
  }
}
