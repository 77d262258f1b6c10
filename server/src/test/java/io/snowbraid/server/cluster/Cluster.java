package io.snowbraid.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.FreePort;
import io.snowbraid.testing.ManagedServer;
import io.snowbraid.testing.TestOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Three servers on a PostgreSQL server, with the history of all that clients got in its life, so
 * that numbers of different tests are compared, too.
 */
final class Cluster implements AutoCloseable {

  /**
   * A request that was sent after the server's last answer is discarded, or the connection reset.
   */
  private static final List<String> NOT_ANSWERED =
      List.of(
          "RedisException: io.netty.channel.unix.Errors$NativeIoException: write",
          "RedisException: io.netty.channel.unix.Errors$NativeIoException: recvAddress");

  private static final int SERVERS = 3;

  /** How many calls clients make at least while they suffer a fault. */
  private static final long CALLS = Long.getLong("calls", 1_000);

  /** Whether millions of calls are wanted: without pauses, on servers with default settings. */
  static final boolean IS_LONG = System.getProperty("calls") != null;

  /** How many times a fault happens. */
  private static final int TIMES = IS_LONG ? 3 : 1;

  private final Path directory;
  private final List<String> options;
  private final int databasePort = FreePort.find();
  private final ManagedServer database;
  private final List<NumberServer> servers = new ArrayList<>();
  private final List<CallLog> history = new ArrayList<>();

  /** What is done to the cluster while it is used. */
  interface Fault {
    void happen(Cluster cluster) throws Exception;
  }

  /** Starts the servers with options of the command line, otherwise with default settings. */
  Cluster(Path directory, String... options) throws Exception {
    this.directory = directory;
    this.options = List.of(options);
    database = ManagedServer.create(directory.resolve("database"), databasePort);
    for (int i = 0; i < SERVERS; i++) {
      add();
    }
    awaitReady();
  }

  /** Starts one more server. */
  NumberServer add() throws IOException {
    NumberServer server = NumberServer.direct(databasePort, home(), options);
    servers.add(server);
    return server;
  }

  /** Starts one more server, which clients reach by a link. */
  NumberServer addLinked() throws IOException {
    NumberServer server = NumberServer.linked(databasePort, home(), options);
    servers.add(server);
    return server;
  }

  private Path home() {
    return directory.resolve("server-" + servers.size());
  }

  ManagedServer database() {
    return database;
  }

  List<NumberServer> servers() {
    return List.copyOf(servers.subList(0, SERVERS));
  }

  NumberServer server() {
    return servers.get(0);
  }

  void awaitReady() throws Exception {
    for (NumberServer server : servers()) {
      server.awaitReady();
    }
  }

  /** Restarts one server after the other, each once the last one has its share of the slots. */
  void restartEach() throws Exception {
    for (NumberServer server : servers()) {
      server.end();
      server.start();
      server.awaitReady();
      server.awaitShare(SERVERS);
    }
  }

  /**
   * Lets a fault happen while clients of all kinds use the cluster, waits until each has numbers of
   * all keys again, checks the history, and prints how long each was without numbers of a key.
   */
  void suffer(String name, Fault fault) throws Exception {
    suffer(name, fault, loads -> {});
  }

  /** Does the same, and requires that no call of Jedis failed, and none of Lettuce by a server. */
  void sufferWithoutFailure(String name, Fault fault) throws Exception {
    suffer(name, fault, Cluster::requireNoFailure);
  }

  private static void requireNoFailure(List<Load> loads) {
    assertThat(loads)
        .filteredOn(load -> load.kind() != KeyClient.Kind.REDIS_PY)
        .hasSize(2)
        .allSatisfy(load -> assertThat(failuresByServers(load)).isEmpty());
  }

  /**
   * Returns the failed calls without those that Lettuce itself drops: it closes its connection to a
   * server that has left with the calls that wait there for it to come back, with servers of Redis
   * too; and it does not repeat a call that it could not send, because the connection had ended.
   *
   * @see <a href="https://github.com/redis/lettuce/issues/3101">Lettuce's issue 3101</a>
   */
  private static Map<String, Integer> failuresByServers(Load load) {
    Map<String, Integer> failures = load.failures();
    if (load.kind() == KeyClient.Kind.LETTUCE) {
      failures.remove("RedisException: Connection closed");
      failures.keySet().removeIf(reason -> NOT_ANSWERED.stream().anyMatch(reason::startsWith));
    }
    return failures;
  }

  private void suffer(String name, Fault fault, Consumer<List<Load>> requirement) throws Exception {
    List<Load> loads = new ArrayList<>();
    try {
      for (KeyClient.Kind kind : KeyClient.Kind.values()) {
        loads.add(Load.start(kind, servers().stream().map(NumberServer::port).toList()));
      }
      long from = System.nanoTime();
      for (int i = 1; i <= TIMES; i++) {
        fault.happen(this);
        for (Load load : loads) {
          load.awaitAllKeys();
        }
        while (loads.stream().mapToLong(Load::calls).sum() < i * CALLS / TIMES) {
          TimeUnit.MILLISECONDS.sleep(10);
        }
      }
      report(name, loads, from, System.nanoTime());
      requirement.accept(loads);
    } catch (Exception | AssertionError e) {
      printLogs();
      throw e;
    } finally {
      loads.forEach(Load::close);
    }
  }

  private void printLogs() throws IOException {
    for (NumberServer server : servers) {
      System.out.println("log of the server on port " + server.port());
      server.logged().forEach(System.out::println);
    }
  }

  private void report(String name, List<Load> loads, long from, long to) throws Exception {
    StringJoiner line = new StringJoiner("; ", name + ": ", "");
    for (Load load : loads) {
      List<CallLog> logs = load.end();
      history.addAll(logs);
      History calls = History.of(logs, load.kind().keys);
      long outage = calls.longestOutageNanos(from, to);
      line.add(
          "%s %,d ms of %,d ms without a key, %,d calls, failed %s"
              .formatted(
                  load.kind(), millis(outage), millis(to - from), calls.calls(), load.failures()));
    }
    History all = History.of(history, Load.KEYS.size());
    line.add("%,d calls so far".formatted(all.calls()));
    if (IS_LONG) {
      TestOutput.show(line.toString());
    }
    System.out.println(line);
    assertThat(all.faults()).isEmpty();
    assertThat(all.calls()).isGreaterThanOrEqualTo(CALLS);
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public void close() throws IOException {
    for (NumberServer server : servers) {
      server.close();
    }
    database.close();
  }
}
