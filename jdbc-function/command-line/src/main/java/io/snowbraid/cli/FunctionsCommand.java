package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Creates the SQL functions in a database, or prints the script that does. */
@Command(
    name = "functions",
    description =
        "Creates the SQL functions in the current schema of a database, or makes older ones"
            + " current. PostgreSQL then issues ids itself; elsewhere the process that has the"
            + " database open needs this library and a generator.",
    mixinStandardHelpOptions = true)
final class FunctionsCommand implements Runnable {

  @Mixin private final DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--workers",
      paramLabel = "<ranges>",
      description =
          "The workers that PostgreSQL's functions may take theirs from, such as 0-63 (default:"
              + " all).")
  private @Nullable String workers;

  @Option(
      names = "--print",
      description =
          "Print the script for psql, Flyway or Liquibase, and change nothing. The database need"
              + " not be there.")
  private boolean print;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  FunctionsCommand() {}

  @Override
  public void run() {
    if (print) {
      say(SnowflakeFunctions.script(ScriptDialect.of(database.url()), options()));
      return;
    }
    try (HikariDataSource pool = database.connect()) {
      SnowflakeFunctions.install(pool, options().withoutGenerator());
      say("the functions are there and current" + condition());
    }
  }

  /** Says who makes the ids, where the server does not. */
  private String condition() {
    String url = database.url();
    if (url.startsWith("jdbc:postgresql:")) {
      return "";
    }
    return url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")
        ? "; they take ids apart, which the application makes"
        : "; NEXT_SNOWFLAKE() needs a generator in the process that has the database open";
  }

  private FunctionOptions options() {
    FunctionOptions options =
        FunctionOptions.DEFAULT.withTable(database.table()).withNamespace(database.namespace());
    return workers == null ? options : options.withWorkers(workers);
  }

  private void say(String text) {
    spec.commandLine().getOut().println(text);
  }
}
