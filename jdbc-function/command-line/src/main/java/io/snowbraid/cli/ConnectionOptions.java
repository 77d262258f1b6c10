package io.snowbraid.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that select a database. */
abstract class ConnectionOptions {

  /** The most that a command uses at the same time. */
  static final int CONNECTIONS = 4;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--url", required = true, description = "The JDBC URL of the database.")
  private String url = "";

  @Option(names = "--user", description = "The user of the database, or of ZooKeeper (digest).")
  private @Nullable String user;

  @Option(
      names = "--password",
      arity = "0..1",
      interactive = true,
      defaultValue = "${env:SNOWBRAID_PASSWORD}",
      description = "The password; prompted for, or read from SNOWBRAID_PASSWORD.")
  private @Nullable String password;

  @SuppressWarnings("NullAway") // picocli sets the field
  ConnectionOptions() {}

  final String url() {
    return url;
  }

  /** Returns user and password as ZooKeeper's digest expects them; empty without a user. */
  final Optional<byte[]> credentials() {
    return Optional.ofNullable(user)
        .map(name -> (name + ":" + Objects.requireNonNullElse(password, "")).getBytes(UTF_8));
  }

  /** Opens a pool of a few connections, which the caller closes. */
  final HikariDataSource connect() {
    return connect(url);
  }

  /** Does the same as {@link #connect()} for another database. */
  final HikariDataSource connect(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(ExistingDatabase.url(url));
    requireDriver(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(1);
    config.setConnectionTimeout(5_000);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw ExistingDatabase.missing(e).orElseGet(() -> unreachable(url, e));
    }
  }

  private IllegalArgumentException unreachable(String url, RuntimeException cause) {
    return new IllegalArgumentException(
        "database must be reachable: url="
            + DatabaseAddress.withoutSecrets(url)
            + ", "
            + DatabaseAddress.hideSecrets(String.valueOf(cause.getMessage()), url),
        DatabaseAddress.hideSecrets(cause));
  }

  private void requireDriver(String url) {
    if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "url must begin with jdbc: and the kind of the database: url="
              + DatabaseAddress.withoutSecrets(url));
    }
    if (!DriverArtifact.hasDriver(url)) {
      throw new IllegalArgumentException(
          "no JDBC driver accepts the URL: url="
              + DatabaseAddress.withoutSecrets(url)
              + remedy(url));
    }
  }

  private String remedy(String url) {
    String again =
        DriverArtifact.start(command() + " --url " + DatabaseAddress.withoutSecrets(url));
    return DriverArtifact.of(url)
        .map(
            driver ->
                driver.isPresent()
                    ? "; correct it, the driver is there: " + driver.artifact()
                    : "; add " + driver.artifact() + ":\n" + driver.download() + "\n" + again)
        .orElseGet(
            () -> "; correct it, or add the jar of its driver to the folder drivers:\n" + again);
  }

  /** Returns the name of the command, with that of the group it belongs to. */
  private String command() {
    return spec.qualifiedName(" ").substring(spec.root().name().length() + 1);
  }
}
