package io.snowbraid.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command of a JVM with a class of this program. */
final class JavaCommand {

  private JavaCommand() {}

  static List<String> of(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(options);
    command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Returns the program that runs this JVM. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
