package io.snowbraid.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs other programs to their end. */
public final class Programs {

  private Programs() {}

  /** Runs a program, which must succeed, and returns all it prints. */
  public static String output(String... command) throws IOException, InterruptedException {
    return output(new ProcessBuilder(command));
  }

  /** Runs a program, which must succeed, and returns all it prints. */
  public static String output(ProcessBuilder command) throws IOException, InterruptedException {
    return output(0, command);
  }

  /** Runs a program, which must end with that status, and returns all it prints. */
  public static String output(int status, ProcessBuilder command)
      throws IOException, InterruptedException {
    Process process = command.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int ended = process.waitFor();
    if (ended != status) {
      throw new AssertionError("status " + ended + " of " + command.command() + ": " + output);
    }
    return output;
  }

  /** Sends a signal such as {@code STOP} to processes, some of which may just have ended. */
  public static void signal(String signal, ProcessHandle... processes)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    Arrays.stream(processes).map(process -> Long.toString(process.pid())).forEach(command::add);
    Process kill = new ProcessBuilder(command).inheritIO().start();
    if (kill.waitFor() != 0 && Arrays.stream(processes).allMatch(ProcessHandle::isAlive)) {
      throw new AssertionError("signal was not sent: " + command);
    }
  }
}
