package io.snowbraid.cli;

import java.util.logging.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code snowbraid}. */
@Command(
    name = "snowbraid",
    description =
        "Decodes ids, shows, checks and releases the workers in a database or ZooKeeper, plans"
            + " shares of them, claims blocks of ids for jobs, manages tags of short numbers, shows"
            + " and mends slots of numbers per key, gives old rows new ids, and makes keys for"
            + " public ids.",
    mixinStandardHelpOptions = true,
    versionProvider = BuildInfo.class,
    subcommands = {
      DecodeCommand.class,
      WorkersCommand.class,
      DoctorCommand.class,
      ReleaseCommand.class,
      SharesCommand.class,
      BlocksCommand.class,
      SegmentsCommand.class,
      SlotsCommand.class,
      MigrationCommand.class,
      FunctionsCommand.class,
      UninstallCommand.class,
      DriversCommand.class,
      KeygenCommand.class
    })
public final class SnowbraidCommand extends CommandGroup {

  /** Called by {@link #main}; picocli creates the subcommands. */
  public SnowbraidCommand() {}

  /**
   * Runs the command.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    LogManager.getLogManager()
        .reset(); // drivers log input that they cannot parse, including secrets
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SnowbraidCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(FailureMessages::reject)
        .setExecutionExceptionHandler(FailureMessages::explain);
  }
}
