package io.snowbraid.server.program;

import io.netty.util.NetUtil;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.layout.Layout;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.ServerLimits;
import io.snowbraid.server.internal.services.BuildInfo;
import io.snowbraid.server.internal.services.HeapShare;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/**
 * The command that runs a server with {@code java -jar}. Applications use {@link IdServer} instead;
 * members of this class may change in any release.
 */
@Command(
    name = "snowbraid-server",
    description =
        "Serves ids over the Redis protocol and HTTP. Options can also be set in the environment or"
            + " in the --config file: --idle-timeout is SNOWBRAID_SERVER_IDLE_TIMEOUT or"
            + " idle-timeout there.",
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    showDefaultValues = true,
    sortOptions = false,
    usageHelpWidth = 100)
public final class ServerCommand implements Callable<Integer> {

  private final Settings settings;
  @Spec private CommandSpec spec;

  private ServerCommand(Settings settings) {
    this.settings = settings;
  }

  /**
   * Runs the server until the process is told to stop.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    // these properties are read only once
    setDefault("java.util.logging.manager", ProcessLog.LastingManager.class.getName());
    setDefault("jdk.tls.rejectClientInitiatedRenegotiation", "true"); // slows servers
    setDefault("jdk.tls.namedGroups", "x25519,secp256r1,secp384r1"); // others cost servers more
    setDefault("io.netty.jfr.enabled", "false"); // else the first connection waits for JFR
    System.exit(line(System.getenv()).execute(arguments));
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /**
   * Returns a parser that also runs the command. Its exit codes are 0; 1 on failure; 2 if a setting
   * is invalid.
   *
   * @param environment the environment variables
   */
  public static CommandLine line(Map<String, String> environment) {
    Settings settings = new Settings();
    CommandSpec command = CommandSpec.forAnnotatedObject(new ServerCommand(settings));
    CommandLine line =
        settings
            .commandLine(command.version("snowbraid-server " + BuildInfo.version()))
            .addSubcommand(new NewSecretCommand())
            .addSubcommand(new AcceptMoveCommand())
            .setParameterExceptionHandler(
                (rejection, rejected) -> {
                  rejection.getCommandLine().getErr().println(Settings.explain(rejection));
                  return ExitCode.USAGE;
                })
            .setExecutionExceptionHandler(
                (failure, failed, parsed) -> {
                  LogFormat format = settings.get("log-format");
                  failed.getErr().println(format.line(Level.SEVERE, explain(failure)));
                  return failure instanceof IllegalArgumentException
                      ? ExitCode.USAGE
                      : ExitCode.SOFTWARE;
                });
    return line.setExecutionStrategy(
        parsed -> {
          if (!parsed.hasSubcommand()
              && !parsed.isUsageHelpRequested()
              && !parsed.isVersionHelpRequested()) {
            settings.complete(parsed, environment);
          }
          return new RunLast().execute(line.getParseResult());
        });
  }

  @Override
  public Integer call() throws InterruptedException {
    StoreOptions store = new StoreOptions(settings);
    SecurityOptions security = new SecurityOptions(settings);
    IdServer.Builder server = server(security);
    if (settings.is("check")) {
      store.requireReachable();
      spec.commandLine().getOut().println("the settings are valid");
      return 0;
    }
    LogFormat format = settings.get("log-format");
    ProcessLog.format(format);
    ServerLaunch launch =
        new ServerLaunch(
            store::open,
            opened -> RunningServer.start(opened, server, settings),
            settings.get("shutdown-timeout"));
    Runtime.getRuntime().addShutdownHook(new Thread(launch::close));
    RunningServer running = launch.start();
    if (running != null) {
      ProcessLog.info("started: " + running.describe(store.name()));
      ReloadedFiles.start(security, running.server());
      running.awaitSlots(); // so that clients waiting for the announcement find the slots
      announce(format, "issues ids", running.server().address());
      running.server().httpAddress().ifPresent(at -> announce(format, "serves HTTP", at));
    }
    new CountDownLatch(1).await(); // until a signal stops the process
    return 0;
  }

  /** Checks everything that needs no store. */
  private IdServer.Builder server(SecurityOptions security) {
    Layout layout = Layout.parse(settings.get("layout"));
    if (layout.lastInstant().isBefore(Instant.now())) {
      throw new IllegalArgumentException(
          "layout must not have ended, but ended at "
              + layout.lastInstant()
              + "; choose one with more time bits or a later epoch");
    }
    InetAddress bind = settings.get("bind");
    boolean unprotected = settings.is("unprotected");
    ServerLimits limits = limits(settings);
    IdServer.Builder server =
        IdServer.builder()
            .bind(bind)
            .port(settings.get("port"))
            .unprotected(unprotected)
            .limits(limits)
            .keyedWait(settings.get("keyed-wait"));
    if (settings.has("threads")) {
      server.threads(settings.get("threads"));
    }
    security.applyTo(server, bind, unprotected);
    new HttpOptions(settings);
    RunningServer.announced(settings);
    int maxKeys = settings.is("keyed") ? RunningServer.keyed(settings).maxKeys() : 0;
    HeapShare.require(Runtime.getRuntime().maxMemory(), limits, maxKeys);
    return server;
  }

  static ServerLimits limits(Settings settings) {
    return new ServerLimits(
        settings.get("max-connections"),
        settings.get("max-request-bytes"),
        settings.get("max-arguments"),
        settings.get("max-ids"),
        settings.get("max-unsent-bytes"),
        settings.get("stall-timeout"),
        settings.get("idle-timeout"));
  }

  private void announce(LogFormat format, String what, InetSocketAddress address) {
    String line = "Snowbraid " + what + " on " + NetUtil.toSocketAddressString(address);
    spec.commandLine().getOut().println(format.line(Level.INFO, line));
  }

  /** Describes a failure, without a stack trace if the user can fix the cause. */
  private static String explain(Exception failure) {
    boolean isExpected =
        failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
            || failure instanceof StoreUnreachableException
            || failure instanceof SnowbraidException;
    return isExpected ? String.valueOf(failure.getMessage()) : LogFormat.stackTrace(failure);
  }
}
