package io.snowbraid.server;

import io.snowbraid.Layout;
import io.snowbraid.SnowbraidException;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.WorkerSourceException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command that runs a server. */
@Command(
    name = "snowbraid-server",
    description = "Issues ids to clients of Redis.",
    subcommands = HashPasswordCommand.class,
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    versionProvider = BuildInfo.class)
public final class ServerCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--port", description = "The port; 0 for any that is free.")
  private int port = IdServer.DEFAULT_PORT;

  @Option(names = "--bind", description = "The address to listen on.")
  private InetAddress bind = InetAddress.getLoopbackAddress();

  @Mixin private SecurityOptions security = new SecurityOptions();

  @Option(
      names = "--data",
      description =
          "The directory of workers and tags, if there is no --store (default: snowbraid-data).")
  private @Nullable Path data;

  @Option(
      names = "--store",
      description =
          "The JDBC URL of a database with workers and tags, which several servers may share.")
  private @Nullable String store;

  @Option(names = "--store-user", description = "The user of the database.")
  private @Nullable String storeUser;

  @Option(
      names = "--store-password",
      arity = "0..1",
      interactive = true,
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      defaultValue = "${env:SNOWBRAID_STORE_PASSWORD}",
      description =
          "The password of the database; prompted for, or read from SNOWBRAID_STORE_PASSWORD.")
  private @Nullable String storePassword;

  @Option(
      names = "--layout",
      description =
          "The layout of ids: its text form, or DEFAULT, TWITTER, PAYMENT_CLEARING, REDIS_SHARDED,"
              + " PAYMENT_CLEARING_DECIMAL or JAVASCRIPT, in any case.")
  private String layout = "DEFAULT";

  @Option(
      names = "--max-ids",
      description = "The most ids that one request may ask for, up to 10000.")
  private int maxIds = ServerLimits.DEFAULT.maxIds();

  @Option(names = "--check", description = "Check the settings, and end.")
  private boolean check;

  /** Called by {@link #main}. */
  @SuppressWarnings("NullAway") // picocli sets the field
  public ServerCommand() {}

  /**
   * Runs the server until the process is told to end.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new ServerCommand())
        .setExecutionExceptionHandler(ServerCommand::explain);
  }

  @Override
  public Integer call() throws InterruptedException {
    Layout ids = Layout.parse(layout);
    IdServer.Builder settings = settings();
    if (check) {
      out().println("the settings are valid");
      return 0;
    }
    RunningServer running = RunningServer.start(openStore(), ids, settings);
    Runtime.getRuntime().addShutdownHook(new Thread(running::close, "snowbraid-server-end"));
    announce(running.server().address());
    new CountDownLatch(1).await(); // until a signal ends the process
    return 0;
  }

  private IdServer.Builder settings() {
    if (store != null && data != null) {
      throw new IllegalArgumentException(
          "either store or data must be set: store="
              + DatabaseAddress.withoutSecrets(store)
              + ", data="
              + data);
    }
    IdServer.Builder settings =
        IdServer.builder().bind(bind).port(port).limits(ServerLimits.DEFAULT.withMaxIds(maxIds));
    security.applyTo(settings, bind);
    return settings;
  }

  private Store openStore() {
    return store == null
        ? Store.directory(data == null ? Path.of("snowbraid-data") : data)
        : Store.database(store, storeUser, storePassword);
  }

  private void announce(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    String elsewhere = address.getAddress().isLoopbackAddress() ? "" : "-h " + host + " ";
    out().println("Snowbraid issues ids on " + host + ":" + address.getPort());
    out().println("try: redis-cli " + elsewhere + "-p " + address.getPort() + " GETID");
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints a failure; without a stack trace if the user can fix the cause. */
  static int explain(Exception failure, CommandLine command, ParseResult parsed) {
    boolean isExpected =
        failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
            || failure instanceof SnowbraidException
            || failure instanceof SegmentSourceException
            || failure instanceof WorkerSourceException;
    if (isExpected) {
      String message = DatabaseAddress.hideSecrets(String.valueOf(failure.getMessage()));
      command.getErr().println(message);
    } else {
      failure.printStackTrace(command.getErr());
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
