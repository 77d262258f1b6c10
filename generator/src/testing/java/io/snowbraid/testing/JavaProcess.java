package io.snowbraid.testing;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Prepares programs that a test runs as processes of their own, with the Java of the test. */
public final class JavaProcess {

  public static final String CLASS_PATH = System.getProperty("java.class.path");

  /** For processes that end before a better compiler, or a check of what javac compiled, pays. */
  private static final List<String> SHORT_LIVED =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  private JavaProcess() {}

  /** Prepares a program on the class path of the test. */
  public static ProcessBuilder of(Class<?> program, String... arguments) {
    ProcessBuilder process = with("-cp", CLASS_PATH, program.getName());
    process.command().addAll(List.of(arguments));
    return process;
  }

  /** Prepares Java with arguments of its command line. */
  public static ProcessBuilder with(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(tool("java"));
    command.addAll(SHORT_LIVED);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** Returns those entries of the test's class path that a program needs. */
  public static String classPath(Predicate<String> isNeeded) {
    return Arrays.stream(CLASS_PATH.split(File.pathSeparator))
        .filter(isNeeded)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Returns a program of the JDK. */
  public static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
