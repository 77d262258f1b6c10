package io.snowbraid.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL server with a clock of its own, which keeps what it committed and can be killed. */
public final class ManagedServer implements AutoCloseable {

  private static final Duration STARTUP = Duration.ofMinutes(2);

  private final String program;
  private final Path data;
  private final int port;
  private final FakeClock clock;
  private Process process;

  private ManagedServer(String program, Path data, int port) throws IOException {
    this.program = program;
    this.data = data;
    this.port = port;
    this.clock = new FakeClock(data.resolveSibling(data.getFileName() + "-clock"));
  }

  /** Creates a cluster and starts it. */
  public static ManagedServer create(Path data, int port) throws Exception {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).start();
    String program = programOf(data);
    server.close();
    ManagedServer created = new ManagedServer(program, data, port);
    created.start();
    return created;
  }

  private static String programOf(Path data) throws IOException {
    long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    return ProcessHandle.of(pid).flatMap(handle -> handle.info().command()).orElseThrow();
  }

  /** Stops this server, copies it to a replica, and starts both. */
  public ManagedServer replicate(Path copy, int copyPort) throws Exception {
    copyTo(copy);
    Files.createFile(copy.resolve("standby.signal"));
    Files.writeString(
        copy.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=localhost user=postgres port=%d'%n".formatted(port),
        StandardOpenOption.APPEND);
    return startIn(copy, copyPort);
  }

  /** Stops this server, copies its files, and starts both. */
  public ManagedServer duplicate(Path copy, int copyPort) throws Exception {
    copyTo(copy);
    return startIn(copy, copyPort);
  }

  private void copyTo(Path copy) throws Exception {
    stop("INT");
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(data.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    start();
  }

  private ManagedServer startIn(Path copy, int copyPort) throws Exception {
    ManagedServer server = new ManagedServer(program, copy, copyPort);
    server.start();
    return server;
  }

  /**
   * Starts the server. PostgreSQL does not run as root; in a user namespace of its own it cannot
   * tell that it does.
   */
  public void start() throws Exception {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(List.of(program, "-D", data.toString(), "-p", String.valueOf(port)));
    command.addAll(List.of("-c", "fsync=on", "-c", "synchronous_commit=on"));
    command.addAll(List.of("-c", "max_connections=100", "-c", "checkpoint_timeout=30s"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(clock.environment());
    Path log = data.resolveSibling(data.getFileName() + "-log");
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    process = builder.start();
    awaitConnection();
  }

  private void awaitConnection() throws Exception {
    long end = System.nanoTime() + STARTUP.toNanos();
    while (true) {
      try (Connection connection = dataSource().getConnection()) {
        if (connection.isValid(5)) {
          return;
        }
      } catch (SQLException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Returns connections to the database named postgres. */
  public DataSource dataSource() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setServerNames(new String[] {"localhost"});
    dataSource.setPortNumbers(new int[] {port});
    dataSource.setDatabaseName("postgres");
    dataSource.setUser("postgres");
    dataSource.setConnectTimeout(5);
    dataSource.setSocketTimeout(30);
    return dataSource;
  }

  /** Sets its clock; see {@link FakeClock#set}. */
  public void setClock(String offset) throws IOException {
    clock.set(offset);
  }

  private Stream<ProcessHandle> all() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants());
  }

  /** Kills all of its processes at once, as a power failure does. */
  public void kill() {
    List<ProcessHandle> all = all().toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(handle -> handle.onExit().join());
  }

  /** Sends a signal to all of its processes. */
  public void signal(String signal) throws IOException, InterruptedException {
    Programs.signal(signal, all().toArray(ProcessHandle[]::new));
  }

  private void stop(String signal) throws IOException, InterruptedException {
    Programs.signal(signal, process.toHandle());
    process.waitFor();
  }

  @Override
  public void close() {
    kill();
  }
}
