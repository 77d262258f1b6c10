package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.publicid.PublicId;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Implements the command {@code snowbraid}. */
@Command(
    name = "snowbraid",
    description =
        "Decodes ids; shows, checks and releases workers in a database or ZooKeeper; plans shares"
            + " of workers; claims blocks of ids for jobs; manages tags of short numbers; shows and"
            + " repairs slots of numbers per key; replaces old keys with ids; and creates keys for"
            + " public ids.",
    subcommands = {
      DecodeCommand.class,
      WorkersCommand.class,
      DoctorCommand.class,
      ReleaseCommand.class,
      SharesCommand.class,
      BlocksCommand.class,
      SegmentsCommand.class,
      SlotsCommand.class,
      MigrationCommand.class
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
        .registerConverter(Duration.class, SnowbraidCommand::duration)
        .setParameterExceptionHandler(FailureMessages::reject)
        .setExecutionExceptionHandler(FailureMessages::explain);
  }

  private static Duration duration(String text) {
    try {
      return Durations.parse(text);
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration such as 500ms, 90s, 2h or PT1M30S");
    }
  }

  @Command(
      name = "functions",
      description =
          "Creates or updates the SQL functions in the current schema of a database. PostgreSQL"
              + " then issues ids itself; elsewhere the process that has the database open needs"
              + " this library and a generator.")
  void installFunctions(
      @Mixin DatabaseOptions database,
      @Mixin TextPrinter output,
      @Option(
              names = "--workers",
              paramLabel = "<ranges>",
              description =
                  "The workers that PostgreSQL's functions may lease, such as 0-63 (default: all).")
          @Nullable String workers,
      @Option(
              names = "--print",
              description =
                  "Prints the script for psql, Flyway or Liquibase, and changes nothing. The"
                      + " database need not exist.")
          boolean print) {
    FunctionOptions named =
        FunctionOptions.DEFAULT.withTable(database.table()).withNamespace(database.namespace());
    FunctionOptions options = workers == null ? named : named.withWorkers(workers);
    if (print) {
      output.say(SnowflakeFunctions.script(ScriptDialect.of(database.url()), options));
      return;
    }
    try (HikariDataSource pool = database.connect()) {
      SnowflakeFunctions.install(pool, options.withoutGenerator());
      output.say("functions are installed and current" + whoMakesIds(database.url()));
    }
  }

  /** Describes what generates the ids if the server does not. */
  private static String whoMakesIds(String url) {
    return switch (DriverArtifact.of(url).orElse(DriverArtifact.H2)) {
      case POSTGRESQL -> "";
      case MARIADB, MYSQL -> "; they decode ids, which the application generates";
      default -> "; NEXT_SNOWFLAKE() needs a generator in the process that has the database open";
    };
  }

  @Command(
      name = "uninstall",
      description =
          "Removes the SQL functions from the current schema of a PostgreSQL database, and releases"
              + " their worker. Fails while a default or a view calls them. Keeps the worker table,"
              + " which records what was issued.")
  void uninstallFunctions(
      @Mixin DatabaseOptions database,
      @Mixin TextPrinter output,
      @Option(names = "--print", description = "Prints the statement, and changes nothing.")
          boolean print) {
    if (print) {
      output.say(SnowflakeFunctions.uninstallScript());
      return;
    }
    try (HikariDataSource pool = database.connect()) {
      SnowflakeFunctions.uninstall(pool);
      output.say("removed the functions and released their worker");
    }
  }

  @Command(
      name = "drivers",
      description =
          "Lists the JDBC drivers on the class path, and shows how to add others: copy them to the"
              + " folder drivers, and start with java -cp instead of java -jar.")
  void listDrivers(@Mixin ResultPrinter output) {
    output.print(
        Arrays.stream(DriverArtifact.values())
            .map(
                driver ->
                    row(
                        "url", driver.scheme(),
                        "driver", driver.isPresent() ? "present" : "missing",
                        "artifact", driver.artifact()))
            .toList());
    output.say(
        "To add a driver, copy its jar to the folder drivers, and start with that folder on the"
            + " class path:\n"
            + DriverArtifact.SQLITE.download()
            + "\n"
            + DriverArtifact.START);
  }

  /** Prints only the key, so that scripts can capture the output. */
  @Command(
      name = "keygen",
      description = "Prints a new key for public ids: 128 random bits in Base64. Keep it secret.")
  void makeKey(@Mixin TextPrinter output) {
    output.say(PublicId.newKey());
  }
}
