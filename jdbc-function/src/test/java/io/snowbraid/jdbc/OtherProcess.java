package io.snowbraid.jdbc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process with the classes of this one. */
public final class OtherProcess {

  private OtherProcess() {}

  /**
   * Returns a builder for the process; options of Java can be inserted at index 1 of its command.
   */
  public static ProcessBuilder of(Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
