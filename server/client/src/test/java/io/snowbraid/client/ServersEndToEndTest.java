package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.testing.ManagedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers share a PostgreSQL server and issue ids and numbers to clients that fail over,
 * while servers are killed and paused past their grants, their clocks are moved, and PostgreSQL is
 * killed and hangs. All ids are compared, and so are all numbers.
 */
@Tag("end-to-end")
class ServersEndToEndTest {

  private static final int SERVERS = 3;
  private static final int KINDS = 9;
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("seconds", 120));
  private static final long MIN_IDS = TIME.toSeconds() * 3_000;
  private static final int PORT = 25_436;
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final long AFTERMATH = TimeUnit.SECONDS.toNanos(3);

  /** A fault, and when it began and was over. */
  private record Fault(String kind, long from, long to) {}

  @TempDir private Path directory;

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<ManagedIdServer> servers = new ArrayList<>();
  private final List<LoadedClient> idClients = new ArrayList<>();
  private final List<LoadedClient> numberClients = new ArrayList<>();
  private final List<Integer> deck = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();

  @Test
  void idsOfAllServersDiffer() throws Exception {
    try (ManagedServer database = ManagedServer.create(directory.resolve("database"), PORT)) {
      JdbcWorkerSource.of(database.dataSource()).createTableIfMissing();
      start("jdbc:postgresql://localhost:" + PORT + "/postgres");
      long end = System.nanoTime() + TIME.toNanos();
      while (System.nanoTime() < end) {
        TimeUnit.NANOSECONDS.sleep(AFTERMATH);
        fault(database);
      }
      TimeUnit.NANOSECONDS.sleep(2 * AFTERMATH);
      assertThat(servers).allMatch(ManagedIdServer::isAlive);
      report();
    } finally {
      idClients.forEach(LoadedClient::close);
      numberClients.forEach(LoadedClient::close);
      servers.forEach(ManagedIdServer::close);
    }
  }

  @Test
  void checkerRejectsAnIdThatIsIssuedTwice() {
    IdLog one = new IdLog();
    IdLog other = new IdLog();
    one.add(5);
    one.add(7);
    other.add(6);
    assertThat(IdLog.duplicates(List.of(one, other))).isZero();
    other.add(5);
    assertThat(IdLog.duplicates(List.of(one, other))).isEqualTo(1);
    assertThat(other.falls()).isEqualTo(1);
  }

  /** Starts the servers, and for each a client that prefers it. */
  private void start(String url) throws Exception {
    for (int i = 0; i < SERVERS; i++) {
      servers.add(new ManagedIdServer(url, directory.resolve("server-" + i)));
    }
    servers.forEach(ManagedIdServer::awaitAnswer);
    List<String> addresses =
        new ArrayList<>(servers.stream().map(ManagedIdServer::address).toList());
    for (int i = 0; i < SERVERS; i++) {
      List<String> preferring = List.copyOf(addresses);
      idClients.add(new LoadedClient(() -> client(preferring).build()));
      numberClients.add(new LoadedClient(() -> client(preferring).tag("orders").build()));
      Collections.rotate(addresses, 1);
    }
  }

  private static ServerIds.Builder client(List<String> addresses) {
    return ServerIds.builder().addresses(addresses.toArray(String[]::new)).timeout(TIMEOUT);
  }

  private void fault(ManagedServer database) throws Exception {
    ManagedIdServer server = servers.get(random.nextInt(SERVERS));
    long grant = ServerProcess.HORIZON.toMillis();
    long from = System.nanoTime();
    String kind =
        switch (next()) {
          case 0 -> killed(server, 2_000);
          case 1 -> paused(server, grant + 2_000);
          case 2 -> killed(database, grant / 2, "within");
          case 3 -> killed(database, grant + 2_000, "longer than");
          case 4 -> hung(database, grant / 2, "within");
          case 5 -> hung(database, grant + 2_000, "longer than");
          case 6 -> moved(server, "-3600");
          case 7 -> moved(server, "+3600");
          default -> moved(server, "+0");
        };
    faults.add(new Fault(kind, from, System.nanoTime()));
    server.awaitAnswer();
    idClients.forEach(LoadedClient::renew);
    numberClients.forEach(LoadedClient::renew);
  }

  /** Deals the kinds of faults like cards, so that each happens before one happens again. */
  private int next() {
    if (deck.isEmpty()) {
      deck.addAll(IntStream.range(0, KINDS).boxed().toList());
      Collections.shuffle(deck, random);
    }
    return deck.remove(deck.size() - 1);
  }

  private static String killed(ManagedIdServer server, long millis) throws Exception {
    server.kill();
    TimeUnit.MILLISECONDS.sleep(millis);
    server.start();
    return "server killed";
  }

  private static String paused(ManagedIdServer server, long millis) throws Exception {
    server.signal("STOP");
    TimeUnit.MILLISECONDS.sleep(millis);
    server.signal("CONT");
    return "server paused past its grant";
  }

  private static String killed(ManagedServer database, long millis, String text) throws Exception {
    database.kill();
    TimeUnit.MILLISECONDS.sleep(millis);
    database.start();
    return "PostgreSQL killed, " + text + " the grants";
  }

  private static String hung(ManagedServer database, long millis, String text) throws Exception {
    database.signal("STOP");
    TimeUnit.MILLISECONDS.sleep(millis);
    database.signal("CONT");
    return "PostgreSQL hung, " + text + " the grants";
  }

  private static String moved(ManagedIdServer server, String offset) throws Exception {
    server.setClock(offset);
    TimeUnit.SECONDS.sleep(1); // then its process has noticed
    return "clock of a server set by " + offset + " s";
  }

  private void report() throws Exception {
    List<IdLog> ids = end(idClients);
    List<IdLog> numbers = end(numberClients);
    System.out.printf(
        "%nseed %d: %,d ids, %,d duplicates; %,d numbers, %,d duplicates%n",
        seed, count(ids), IdLog.duplicates(ids), count(numbers), IdLog.duplicates(numbers));
    System.out.printf(
        "falls within a client: %d of ids, %d of numbers; calls that failed: %d%n",
        ids.stream().mapToInt(IdLog::falls).sum(),
        numbers.stream().mapToInt(IdLog::falls).sum(),
        ids.stream().mapToInt(IdLog::failures).sum()
            + numbers.stream().mapToInt(IdLog::failures).sum());
    System.out.printf(
        "longest time without ids or numbers in ms, of %d clients each%n%-44s %5s  %-18s %s%n",
        SERVERS, "fault", "times", "ids: median, most", "numbers: median, most");
    Map<String, List<Fault>> kinds = new TreeMap<>();
    faults.forEach(fault -> kinds.computeIfAbsent(fault.kind(), k -> new ArrayList<>()).add(fault));
    kinds.forEach(
        (kind, all) ->
            System.out.printf(
                "%-44s %5d  %-18s %s%n", kind, all.size(), gaps(all, ids), gaps(all, numbers)));
    assertThat(IdLog.duplicates(ids)).isZero();
    assertThat(IdLog.duplicates(numbers)).isZero();
    assertThat(count(ids)).isGreaterThan(MIN_IDS);
    assertThat(count(numbers)).isGreaterThan(MIN_IDS);
  }

  private static List<IdLog> end(List<LoadedClient> clients) throws InterruptedException {
    List<IdLog> logs = new ArrayList<>();
    for (LoadedClient client : clients) {
      logs.add(client.end());
    }
    return logs;
  }

  private static long count(List<IdLog> logs) {
    return logs.stream().mapToLong(IdLog::count).sum();
  }

  private static String gaps(List<Fault> faults, List<IdLog> logs) {
    long[] millis =
        faults.stream()
            .flatMapToLong(
                fault ->
                    logs.stream()
                        .mapToLong(log -> log.longestGap(fault.from(), fault.to() + AFTERMATH)))
            .map(TimeUnit.NANOSECONDS::toMillis)
            .toArray();
    Arrays.sort(millis);
    return millis[millis.length / 2] + ", " + millis[millis.length - 1];
  }
}
