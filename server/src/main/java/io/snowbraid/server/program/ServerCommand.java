package io.snowbraid.server.program;

import static io.snowbraid.server.program.SettingType.ADDRESS;
import static io.snowbraid.server.program.SettingType.INTEGER;
import static io.snowbraid.server.program.SettingType.PATH;
import static io.snowbraid.server.program.SettingType.TEXT;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.layout.Layout;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.internal.services.BuildInfo;
import io.snowbraid.server.internal.services.HeapShare;
import io.snowbraid.server.program.Settings.Setting;
import java.io.PrintStream;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The command that runs a server, for {@code java -jar}. Not for applications, which use {@link
 * IdServer}; its members may change in any release.
 */
public final class ServerCommand {

  private static final int FAILED = 1;
  private static final int WRONG_SETTINGS = 2;

  private final Terminal terminal;
  private final boolean isCheck;
  private final int port;
  private final InetAddress bind;
  private final @Nullable Integer threads;
  private final String layout;
  private final StoreOptions store;
  private final SecurityOptions security;
  private final LogFormat logFormat;
  private final HttpOptions http;
  private final KeyedOptions keyed;
  private final ServerLimits limits;
  private final Duration shutdownTimeout;

  ServerCommand(Settings settings, Terminal terminal) {
    this.terminal = terminal;
    isCheck = settings.hasCommand("check");
    settings.find(
        PATH, "config", "file", "A file of properties with further settings, such as port=7878.");
    port =
        settings.number("port", "port", IdServer.DEFAULT_PORT, "The port; 0 for any that is free.");
    bind = settings.get(ADDRESS, "bind", "address", "127.0.0.1", "The address to listen on.");
    threads =
        settings.find(
            INTEGER,
            "threads",
            "threads",
            "How many threads serve connections (default: half of the processors).");
    layout =
        settings.get(
            TEXT,
            "layout",
            "layout",
            "DEFAULT",
            "The layout of ids: its text form, or DEFAULT, TWITTER, UNIX_MILLIS,"
                + " REDIS_SHARDED, DECIMAL or JAVASCRIPT, in any case.");
    store = new StoreOptions(settings);
    security = new SecurityOptions(settings);
    logFormat =
        settings.get(
            SettingType.oneOf(LogFormat.class),
            "log-format",
            "text or json",
            "text",
            "How lines of the log are written, which go to the standard error output.");
    http = new HttpOptions(settings);
    keyed = new KeyedOptions(settings);
    limits = LimitOptions.read(settings);
    shutdownTimeout =
        settings.duration(
            "shutdown-timeout",
            "25s",
            "How long the end may take after SIGTERM. Slots that were not handed over by then are"
                + " taken as from a server that was killed.");
    settings.requireAllKnown();
  }

  /**
   * Runs the server until the process is told to end.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    ProcessStart.setDefaults();
    ProcessStart.loadEarly();
    System.exit(run(Terminal.ofProcess(), System.getenv(), arguments));
  }

  /**
   * Runs a command.
   *
   * @param environment the variables of the environment
   * @param arguments the command line
   * @return the exit code
   */
  public static int run(Terminal terminal, Map<String, String> environment, String... arguments) {
    List<String> line = List.of(arguments);
    try {
      return switch (line.isEmpty() ? "" : line.get(0)) {
        case NewSecretCommand.NAME -> NewSecretCommand.run(terminal, rest(line));
        case AcceptMoveCommand.NAME -> AcceptMoveCommand.run(terminal, rest(line));
        case RehearseCommand.NAME -> RehearseCommand.run(terminal, rest(line));
        default -> serve(terminal, environment, line);
      };
    } catch (Exception e) {
      explain(terminal, e);
      return FAILED;
    }
  }

  private static List<String> rest(List<String> line) {
    return line.subList(1, line.size());
  }

  private static int serve(Terminal terminal, Map<String, String> environment, List<String> line)
      throws InterruptedException {
    if (line.contains("--help") || line.contains("-h")) {
      terminal.out().println(Help.of(settings()));
      return 0;
    }
    if (line.contains("--version") || line.contains("-V")) {
      terminal.out().println("snowbraid-server " + BuildInfo.version());
      return 0;
    }
    ServerCommand command;
    try {
      Settings settings = Settings.of(terminal, environment, line.toArray(String[]::new));
      command = new ServerCommand(settings, terminal);
    } catch (IllegalArgumentException e) {
      explain(terminal, e);
      return WRONG_SETTINGS;
    }
    return command.run();
  }

  /** Returns all settings, as they are without any source. */
  public static List<Setting> settings() {
    Terminal terminal = Terminal.ofProcess();
    Settings settings = Settings.of(terminal, Map.of());
    new ServerCommand(settings, terminal);
    return settings.known();
  }

  private int run() throws InterruptedException {
    ServerPlan plan = plan(Layout.parse(layout));
    if (isCheck) {
      store.requireReachable();
      terminal.out().println("the settings are valid");
      return 0;
    }
    ProcessLog.format(logFormat);
    store.warnOfVisiblePassword();
    ServerLaunch launch = new ServerLaunch(this::openStore, plan);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> launch.close(shutdownTimeout)));
    RunningServer running = launch.start();
    if (running != null) {
      ProcessLog.info("started: " + running.describe(store.name()));
      ReloadedFiles.start(security, running.server());
      running.awaitSlots(); // so that clients which wait for the announcement find them
      announce(running.server(), new Announcement(security.areConnectionsEncrypted()));
    }
    new CountDownLatch(1).await(); // until a signal ends the process
    return 0;
  }

  /** Starts the server, whose store must be reachable. */
  RunningServer start() {
    return RunningServer.start(openStore(), plan(Layout.parse(layout)));
  }

  private Store openStore() {
    return http.applyTo(store.open(), security.hasUsers());
  }

  private ServerPlan plan(Layout ids) {
    store.check();
    IdServer.Builder settings = IdServer.builder().bind(bind).port(port).limits(limits);
    if (threads != null) {
      settings.threads(threads);
    }
    security.applyTo(settings, bind);
    http.check(port, store.isDatabase());
    KeyedPlan keyedPlan = keyed.applyTo(settings);
    http.checkReadiness(keyedPlan.isOn());
    HeapShare.require(
        Runtime.getRuntime().maxMemory(),
        limits,
        keyedPlan.isOn() ? keyedPlan.settings().maxKeys() : 0);
    return new ServerPlan(ids, settings, http, keyedPlan);
  }

  private void announce(IdServer server, Announcement announcement) {
    PrintStream out = terminal.out();
    out.println(logFormat.announcement(announcement.ofRedis(server.address())));
    server
        .httpAddress()
        .map(address -> logFormat.announcement(announcement.ofHttp(address)))
        .ifPresent(out::println);
  }

  /** Prints a failure; without a stack trace if the user can fix the cause. */
  private static void explain(Terminal terminal, Exception failure) {
    boolean isExpected =
        failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
            || failure instanceof StoreUnreachableException
            || failure instanceof SnowbraidException;
    if (isExpected) {
      terminal.err().println(DatabaseAddress.hideSecrets(String.valueOf(failure.getMessage())));
    } else {
      failure.printStackTrace(terminal.err());
    }
  }
}
