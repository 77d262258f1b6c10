package io.snowbraid.server;

import picocli.CommandLine.Option;

/** The settings of the log. */
final class LogOptions {

  @Option(
      names = "--log-format",
      paramLabel = "text or json",
      defaultValue = "text",
      description = "How lines of the log are written, which go to the standard error output.")
  private LogFormat format = LogFormat.TEXT;

  LogFormat format() {
    return format;
  }
}
