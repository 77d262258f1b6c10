package io.snowbraid.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
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
