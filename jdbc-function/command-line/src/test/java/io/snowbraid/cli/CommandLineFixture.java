package io.snowbraid.cli;

import io.snowbraid.testing.JavaProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Runs commands like a terminal, and captures what they print. */
abstract class CommandLineFixture {

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  final int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine command = SnowbraidCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  final String printed() {
    return out.toString() + err;
  }

  final JsonNode json() {
    return new ObjectMapper().readTree(out.toString());
  }

  static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Prepares a run of the tool in a separate process. */
  static ProcessBuilder process(String... arguments) {
    return JavaProcess.of(SnowbraidCommand.class, arguments).redirectErrorStream(true);
  }
}
