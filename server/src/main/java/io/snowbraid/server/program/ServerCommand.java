package io.snowbraid.server.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.layout.Layout;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.internal.services.BuildInfo;
import io.snowbraid.server.internal.services.HeapShare;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/**
 * The command that runs a server, for {@code java -jar}. Not for applications, which use {@link
 * IdServer}; its members may change in any release.
 */
@Command(
    name = "snowbraid-server",
    description =
        "Issues ids to clients of Redis. What is --idle-timeout here is"
            + " SNOWBRAID_SERVER_IDLE_TIMEOUT in the environment, and idle-timeout in the file that"
            + " --config names.",
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    showDefaultValues = true,
    sortOptions = false,
    usageHelpWidth = 100)
public final class ServerCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec private CommandSpec spec;
  private boolean isPasswordOnLine;

  @Option(names = "--check", description = "Check the settings and reach the store, and end.")
  private boolean isCheck;

  @Option(
      names = "--config",
      description = "A file of properties with further settings, such as port=7878.")
  private @Nullable Path config;

  @Option(names = "--port", description = "The port; 0 for any that is free.")
  @Range(min = "0", max = "65535")
  private int port = IdServer.DEFAULT_PORT;

  @Option(names = "--bind", defaultValue = "127.0.0.1", description = "The address to listen on.")
  private InetAddress bind;

  @Option(
      names = "--threads",
      description = "How many threads serve connections (default: half of the processors).")
  @Range(min = "1")
  private @Nullable Integer threads;

  @Option(
      names = "--layout",
      defaultValue = "DEFAULT",
      description =
          "The layout of ids: its text form, or DEFAULT, TWITTER, UNIX_MILLIS, REDIS_SHARDED,"
              + " DECIMAL or JAVASCRIPT, in any case.")
  private String layout;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final SecurityOptions security = new SecurityOptions();

  @Option(
      names = "--log-format",
      defaultValue = "text",
      description = "How lines of the log are written, which go to the standard error output.")
  private LogFormat logFormat;

  @Mixin private final HttpOptions http = new HttpOptions();
  @Mixin private final KeyedOptions keyed = new KeyedOptions();
  @Mixin private final LimitOptions limitOptions = new LimitOptions();

  @Option(
      names = "--shutdown-timeout",
      defaultValue = "25s",
      description =
          "How long the end may take after SIGTERM. Slots that were not handed over by then are"
              + " taken as from a server that was killed.")
  private Duration shutdownTimeout;

  private ServerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Runs the server until the process is told to end.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    ProcessStart.setDefaults();
    System.exit(run(Terminal.ofProcess(), System.getenv(), arguments));
  }

  /**
   * Runs a command.
   *
   * @param environment the variables of the environment
   * @param arguments the command line
   * @return the exit code: 0, 1 if it has failed, or 2 if a setting is wrong
   */
  public static int run(Terminal terminal, Map<String, String> environment, String... arguments) {
    ServerCommand command = new ServerCommand(terminal);
    CommandLine line = command.commandLine();
    return line.setExecutionStrategy(
            parsed -> {
              if (!parsed.hasSubcommand()
                  && !parsed.isUsageHelpRequested()
                  && !parsed.isVersionHelpRequested()) {
                command.isPasswordOnLine = parsed.hasMatchedOption("--store-password");
                Settings.complete(parsed, Settings.read(line, environment, command.config));
              }
              return new RunLast().execute(line.getParseResult());
            })
        .execute(arguments);
  }

  /** Returns all options, without those of subcommands. */
  static List<OptionSpec> options() {
    return new ServerCommand(Terminal.ofProcess()).commandLine().getCommandSpec().options();
  }

  private CommandLine commandLine() {
    CommandLine line =
        Settings.commandLine(this)
            .addSubcommand(new NewSecretCommand(terminal))
            .addSubcommand(new AcceptMoveCommand(terminal))
            .setOut(new PrintWriter(terminal.out(), true, UTF_8))
            .setErr(new PrintWriter(terminal.err(), true, UTF_8))
            .setParameterExceptionHandler(
                (rejection, arguments) -> {
                  terminal.err().println(Settings.explain(rejection));
                  return spec.exitCodeOnInvalidInput();
                })
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  explain(terminal, failure);
                  return spec.exitCodeOnExecutionException();
                });
    line.getCommandSpec().version("snowbraid-server " + BuildInfo.version());
    return line;
  }

  @Override
  public Integer call() throws InterruptedException {
    store.readPassword(isPasswordOnLine, terminal);
    Layout ids = Layout.parse(layout);
    IdServer.Builder server = server();
    if (isCheck) {
      store.requireReachable();
      terminal.out().println("the settings are valid");
      return 0;
    }
    ProcessLog.format(logFormat);
    store.warnOfVisiblePassword();
    ServerLaunch launch =
        new ServerLaunch(
            () -> http.applyTo(store.open(), security.hasUsers()),
            opened ->
                RunningServer.start(
                    opened, ids, server, http, keyed.settings(), keyed.announced()));
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

  /** Checks all that can be checked without the store. */
  private IdServer.Builder server() {
    store.check();
    ServerLimits limits = limitOptions.limits();
    IdServer.Builder server =
        IdServer.builder().bind(bind).port(port).limits(limits).keyedWait(keyed.maxWait());
    if (threads != null) {
      server.threads(threads);
    }
    security.applyTo(server, bind);
    http.check(port, store.isDatabase(), keyed.isOn());
    keyed.check();
    HeapShare.require(Runtime.getRuntime().maxMemory(), limits, keyed.maxKeys());
    return server;
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
