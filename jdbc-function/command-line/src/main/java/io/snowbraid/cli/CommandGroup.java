package io.snowbraid.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** A command whose methods, or other classes, are its subcommands. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = BuildInfo.class,
    scope = ScopeType.INHERIT)
abstract class CommandGroup implements Runnable {

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  CommandGroup() {}

  /** Shows the help, because a subcommand is missing. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
