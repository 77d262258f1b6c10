package io.snowbraid.sample;

import jakarta.annotation.PreDestroy;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.stereotype.Component;

/**
 * Starts, stops and kills a second process that leases a worker from the same table. The database
 * runs in this process, which serves it to the other one. Safe for use by any number of threads.
 */
@Component
class SecondProcess {

  private static final int STOP_SECONDS = 10;

  private final JdbcConnectionDetails database;
  private final IdMonitor monitor;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Server server;
  private volatile @Nullable Running running;
  private volatile @Nullable String failure;
  private volatile boolean stopped;

  SecondProcess(JdbcConnectionDetails database, IdMonitor monitor) {
    this.database = database;
    this.monitor = monitor;
  }

  private record Running(Process process, Thread reader) {}

  /** Returns the id of the running process; empty if there is none. */
  OptionalLong pid() {
    Running current = running;
    return current != null && current.process.isAlive()
        ? OptionalLong.of(current.process.pid())
        : OptionalLong.empty();
  }

  /** Describes the state of the process, for a page. */
  String state() {
    Running current = running;
    if (current == null) {
      return "Not running.";
    } else if (!current.process.isAlive()) {
      return stopped ? "Not running." : "It ended by itself. The console says why.";
    }
    String problem = failure;
    String known = "Running as process " + current.process.pid() + ".";
    return problem == null ? known : known + " No ids: " + problem;
  }

  /** Starts the process unless it is running. */
  void start() throws IOException, SQLException, InterruptedException {
    lock.lock();
    try {
      if (pid().isEmpty()) {
        awaitLastIds();
        Process process = builder().start();
        Thread reader = new Thread(() -> read(process), "second process");
        reader.setDaemon(true);
        reader.start();
        failure = null;
        stopped = false;
        running = new Running(process, reader);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until all ids of the last process are read, because its successor may get the same
   * worker, and its ids must come after them.
   */
  private void awaitLastIds() throws InterruptedException {
    Running last = running;
    if (last != null) {
      last.reader.join();
    }
  }

  private ProcessBuilder builder() throws SQLException {
    ProcessBuilder builder = new ProcessBuilder(command());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> environment = builder.environment();
    environment.put("CLASSPATH", System.getProperty("java.class.path"));
    environment.put(SecondProcessMain.URL, servedUrl());
    environment.put(SecondProcessMain.USER, String.valueOf(database.getUsername()));
    environment.put(SecondProcessMain.PASSWORD, String.valueOf(database.getPassword()));
    return builder;
  }

  private static List<String> command() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    boolean oneJar = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
    return oneJar
        ? List.of(java, "-Xmx64m", "-jar", classPath, SecondProcessMain.ARGUMENT)
        : List.of(java, "-Xmx64m", CitiesApplication.class.getName(), SecondProcessMain.ARGUMENT);
  }

  private String servedUrl() throws SQLException {
    if (server == null) {
      server = Server.createTcpServer("-tcpPort", "0").start();
    }
    return database
        .getJdbcUrl()
        .replace(
            "jdbc:h2:", "jdbc:h2:tcp://" + LoopbackDatabase.ADDRESS + ":" + server.getPort() + "/");
  }

  private void read(Process process) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      System.getLogger(SecondProcess.class.getName())
          .log(System.Logger.Level.DEBUG, "the second process was killed", e);
    }
  }

  /** Reads a line and never throws, because a process whose output is not read blocks. */
  private void take(String line) {
    try {
      if (line.startsWith(SecondProcessMain.FAILURE)) {
        failure = line.substring(SecondProcessMain.FAILURE.length());
      } else if (line.endsWith(SecondProcessMain.LINE_END)) {
        monitor.addOthers(ids(line));
        failure = null;
      }
    } catch (RuntimeException e) {
      failure = Formats.problem(e);
    }
  }

  private static long[] ids(String line) {
    String ids = line.substring(0, line.length() - SecondProcessMain.LINE_END.length());
    return Arrays.stream(ids.split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }

  /** Makes the process release its worker and exit. */
  void stop() throws IOException, InterruptedException {
    end(process -> process.outputWriter(StandardCharsets.UTF_8).close());
  }

  /** Kills the process at once; its worker stays held until it expires. */
  void kill() throws IOException, InterruptedException {
    end(Process::destroyForcibly);
  }

  /** A way to end a process. */
  private interface Ending {
    void apply(Process process) throws IOException;
  }

  private void end(Ending ending) throws IOException, InterruptedException {
    lock.lock();
    try {
      Running current = running;
      if (current != null && current.process.isAlive()) {
        stopped = true;
        ending.apply(current.process);
        awaitEnd(current.process);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void awaitEnd(Process process) throws InterruptedException {
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException(
          "the second process must end within " + STOP_SECONDS + " s: it was killed");
    }
  }

  @PreDestroy
  void close() throws IOException, InterruptedException {
    stop();
    if (server != null) {
      server.stop();
    }
  }
}
