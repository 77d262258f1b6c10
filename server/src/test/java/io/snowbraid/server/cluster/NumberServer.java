package io.snowbraid.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.keyed.KeySlot;
import io.snowbraid.testing.FakeClock;
import io.snowbraid.testing.FreePort;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * The program as a process with a clock of its own; it can be paused, killed and restarted. It
 * reaches its store by a link, and may be reached by clients by another.
 */
final class NumberServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path directory;
  private final List<String> options;
  private final FakeClock clock;
  private final int port = FreePort.find();
  private final Link store;
  private final Optional<Link> clients;
  private Process process;

  private NumberServer(int storePort, Path directory, List<String> options, boolean isLinked)
      throws IOException {
    this.directory = Files.createDirectories(directory);
    this.options = options;
    this.clock = new FakeClock(directory.resolve("clock"));
    this.store = new Link(storePort);
    this.clients = isLinked ? Optional.of(new Link(port)) : Optional.empty();
    start();
  }

  /** Starts a server that clients reach directly. */
  static NumberServer direct(int storePort, Path directory, List<String> options)
      throws IOException {
    return new NumberServer(storePort, directory, options, false);
  }

  /** Starts a server that clients reach by a link. */
  static NumberServer linked(int storePort, Path directory, List<String> options)
      throws IOException {
    return new NumberServer(storePort, directory, options, true);
  }

  /** Returns where clients reach it. */
  int port() {
    return clients.map(Link::port).orElse(port);
  }

  Link storeLink() {
    return store;
  }

  Link clientLink() {
    return clients.orElseThrow();
  }

  void start() throws IOException {
    ProcessBuilder builder =
        JavaProcess.with(
            "-Xmx128m",
            "-cp",
            JavaProcess.CLASS_PATH,
            "io.snowbraid.server.program.ServerCommand",
            "--store",
            "jdbc:postgresql://127.0.0.1:" + store.port() + "/postgres?user=postgres",
            "--port",
            Integer.toString(port),
            "--announce",
            "127.0.0.1:" + port());
    builder.command().addAll(options);
    builder.environment().putAll(clock.environment());
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    process = builder.start();
  }

  private Path log() {
    return directory.resolve("log");
  }

  /** Returns what it logged. */
  List<String> logged() throws IOException {
    return Files.readAllLines(log());
  }

  /** Waits until it says that it takes part, as a probe of its readiness does. */
  void awaitReady() throws InterruptedException, IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isReady()) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new IllegalStateException("server must get ready: " + logged());
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean isReady() {
    return ask("CLUSTER INFO").anyMatch("cluster_state:ok"::equals);
  }

  /** Waits until it has most of its part of the slots, as the page of operation tells. */
  void awaitShare(int servers) {
    int share = KeySlot.COUNT / servers * 9 / 10;
    Awaitility.await().atMost(PATIENCE).until(() -> slots() >= share);
  }

  /** Waits until it names another server no more: a client that learns of it asks it forever. */
  void awaitEndOf(NumberServer other) {
    String address = "127.0.0.1:" + other.port() + "@";
    Awaitility.await().atMost(PATIENCE).until(() -> namesOthersOnly(address));
  }

  private boolean namesOthersOnly(String address) {
    List<String> nodes = ask("CLUSTER NODES").toList();
    return !nodes.isEmpty() && nodes.stream().noneMatch(node -> node.contains(address));
  }

  private int slots() {
    return ask("INFO keyed")
        .filter(line -> line.startsWith("keyed_slots:"))
        .mapToInt(line -> Integer.parseInt(line.substring("keyed_slots:".length())))
        .sum();
  }

  /** Returns the lines of an answer that is a text; none if there is no answer. */
  private Stream<String> ask(String request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(1_000);
      socket.getOutputStream().write((request + "\r\nQUIT\r\n").getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      return answer.lines().toList().stream();
    } catch (IOException e) { // not yet
      return Stream.empty();
    }
  }

  /** Sets the clock, as an offset such as -3600. */
  void setClock(String offset) throws IOException {
    clock.set(offset);
  }

  void signal(String signal) throws IOException, InterruptedException {
    Programs.signal(signal, process.toHandle());
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends it in order, and waits until it has ended. */
  void end() throws IOException, InterruptedException {
    signal("TERM");
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("server must end after SIGTERM: " + logged());
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    store.close();
    if (clients.isPresent()) {
      clients.get().close();
    }
  }
}
