package io.snowbraid.server.program;

import picocli.CommandLine.Model.CommandSpec;

/** Makes settings of a command line alone, without checking them. */
public final class LineSettings {

  private LineSettings() {}

  public static Settings of(String... arguments) {
    Settings settings = new Settings();
    settings.commandLine(CommandSpec.create()).parseArgs(arguments);
    return settings;
  }
}
