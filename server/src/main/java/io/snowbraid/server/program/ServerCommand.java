package io.snowbraid.server.program;

import io.snowbraid.Layout;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.jdbc.internal.NearestName;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.internal.services.BuildInfo;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command that runs a server, for {@code java -jar}. Not for applications, which use {@link
 * IdServer}; its members may change in any release.
 */
@Command(
    name = "snowbraid-server",
    description = "Issues ids to clients of Redis.",
    subcommands = {HashPasswordCommand.class, AcceptMoveCommand.class},
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    versionProvider = ServerCommand.Version.class)
public final class ServerCommand implements Callable<Integer> {

  /** Says which version this is. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {"snowbraid-server " + BuildInfo.version()};
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "file",
      description = "A file of properties with further settings, such as port=7878.")
  @SuppressWarnings("UnusedVariable") // SettingSources reads it before the line is parsed
  private @Nullable Path config;

  @Option(names = "--check", description = "Check the settings and reach the store, and end.")
  private boolean check;

  @Option(names = "--port", paramLabel = "port", description = "The port; 0 for any that is free.")
  private int port = IdServer.DEFAULT_PORT;

  @Option(
      names = "--bind",
      paramLabel = "address",
      defaultValue = "127.0.0.1",
      description = "The address to listen on.")
  private InetAddress bind = InetAddress.getLoopbackAddress();

  @Option(
      names = "--threads",
      paramLabel = "threads",
      description = "How many threads serve connections (default: half of the processors).")
  private @Nullable Integer threads;

  @Option(
      names = "--layout",
      paramLabel = "layout",
      description =
          "The layout of ids: its text form, or DEFAULT, TWITTER, PAYMENT_CLEARING, REDIS_SHARDED,"
              + " PAYMENT_CLEARING_DECIMAL or JAVASCRIPT, in any case.")
  private String layout = "DEFAULT";

  @Mixin private StoreOptions store = new StoreOptions();
  @Mixin private SecurityOptions security = new SecurityOptions();

  @Option(
      names = "--log-format",
      paramLabel = "text or json",
      defaultValue = "text",
      description = "How lines of the log are written, which go to the standard error output.")
  private LogFormat logFormat = LogFormat.TEXT;

  @Mixin private HttpOptions http = new HttpOptions();
  @Mixin private KeyedOptions keyed = new KeyedOptions();
  @Mixin private LimitOptions limits = new LimitOptions();

  /** Called by {@link #main}. */
  @SuppressWarnings("NullAway") // picocli sets the field
  public ServerCommand() {}

  /**
   * Runs the server until the process is told to end.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    ProcessStart.setDefaults();
    ProcessStart.loadEarly();
    System.exit(run(commandLine(), System.getenv(), arguments));
  }

  public static int run(CommandLine command, Map<String, String> environment, String... arguments) {
    try {
      SettingSources.addTo(command, environment, arguments);
    } catch (IllegalArgumentException e) {
      command.getErr().println(e.getMessage());
      return command.getCommandSpec().exitCodeOnInvalidInput();
    }
    return command.execute(arguments);
  }

  public static CommandLine commandLine() {
    return new CommandLine(new ServerCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // SettingSources would not see what is in them
        .registerConverter(Duration.class, new DurationConverter())
        .setParameterExceptionHandler(ServerCommand::refuse)
        .setExecutionExceptionHandler(ServerCommand::explain);
  }

  @Override
  public Integer call() throws InterruptedException {
    ServerPlan plan = plan(Layout.parse(layout));
    if (check) {
      store.requireReachable();
      out().println("the settings are valid");
      return 0;
    }
    ProcessLog.format(logFormat);
    StoreOptions.warnOfVisiblePassword(spec.commandLine().getParseResult());
    ServerLaunch launch =
        new ServerLaunch(
            () -> http.applyTo(store.open(), security.hasUsers()), plan, new ServerStatus());
    Runtime.getRuntime().addShutdownHook(new Thread(launch::close, "snowbraid-server-end"));
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

  private ServerPlan plan(Layout ids) {
    store.check();
    IdServer.Builder settings = IdServer.builder().bind(bind).port(port).limits(limits.limits());
    if (threads != null) {
      settings.threads(threads);
    }
    security.applyTo(settings, bind);
    HttpPlan httpPlan = http.plan(port, store.isDatabase());
    KeyedPlan keyedPlan = keyed.applyTo(settings);
    http.checkReadiness(keyedPlan.isOn());
    return new ServerPlan(ids, settings, httpPlan, keyedPlan);
  }

  private void announce(IdServer server, Announcement announcement) {
    out().println(logFormat.announcement(announcement.ofRedis(server.address())));
    server
        .httpAddress()
        .map(address -> logFormat.announcement(announcement.ofHttp(address)))
        .ifPresent(out()::println);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints what is wrong with the command line. */
  static int refuse(ParameterException failure, String... arguments) {
    CommandLine command = failure.getCommandLine();
    String text =
        failure instanceof UnmatchedArgumentException unmatched
            ? unknown(command, unmatched.getUnmatched().get(0))
            : failure.getMessage() + "; see --help";
    command.getErr().println(DatabaseAddress.hideSecrets(text));
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static String unknown(CommandLine command, String argument) {
    String option = argument.replaceFirst("=.*", "");
    Set<String> known = command.getCommandSpec().optionsMap().keySet();
    return "setting is unknown: "
        + option
        + "; the nearest is "
        + NearestName.nearest(option, known).orElseThrow();
  }

  /** Prints a failure; without a stack trace if the user can fix the cause. */
  static int explain(Exception failure, CommandLine command, ParseResult parsed) {
    boolean isExpected =
        failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
            || failure instanceof StoreUnreachableException
            || failure instanceof SnowbraidException;
    if (isExpected) {
      String message = DatabaseAddress.hideSecrets(String.valueOf(failure.getMessage()));
      command.getErr().println(message);
    } else {
      failure.printStackTrace(command.getErr());
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
