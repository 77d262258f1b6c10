package io.snowbraid.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select a database. */
abstract class ConnectionOptions {

  /** The maximum number of connections that a command uses at once. */
  static final int CONNECTIONS = 4;

  private static final Pattern IF_EXISTS = Pattern.compile("(?i);\\s*ifexists\\s*=[^;]*");

  /** URLs of SQLite: a path, which settings may follow. */
  private static final Pattern SQLITE_FILE =
      Pattern.compile("jdbc:sqlite:(?:file:(?://)?)?(?!:)([^?;]+).*");

  private static final String URL_OF_EXISTING =
      "the URL (this command creates no database, and one in memory is visible only to its own"
          + " process)";

  @Option(names = "--url", required = true, description = "The JDBC URL of the database.")
  private String url = "";

  @Option(names = "--user", description = "The user of the database or ZooKeeper (digest).")
  private @Nullable String user;

  @Option(
      names = "--password",
      arity = "0..1",
      interactive = true,
      defaultValue = "${env:SNOWBRAID_PASSWORD}",
      description = "The password; read from a prompt or from SNOWBRAID_PASSWORD.")
  private @Nullable String password;

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

  /** Opens a pool for another database, like {@link #connect()}. */
  final HikariDataSource connect(String url) {
    requireFile(url);
    requireDriver(url);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(existing(url));
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(1);
    config.setConnectionTimeout(5_000);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          unconnected(url, Objects.requireNonNullElse(e.getCause(), e)),
          DatabaseAddress.hideSecrets(e));
    }
  }

  private String unconnected(String url, Throwable reason) {
    boolean isRejected = Causes.isLoginRejected(reason);
    return (isRejected
            ? "login was rejected: user=" + user + ", database="
            : "database cannot be reached at ")
        + DatabaseAddress.withoutSecrets(url)
        + ": "
        + DatabaseAddress.hideSecrets(Causes.text(reason), url)
        + (isRejected
            ? "; correct --user or --password"
            : "; start the database, or correct " + URL_OF_EXISTING);
  }

  /** Changes a URL so that a missing file is an error. */
  private static String existing(String url) {
    return url.startsWith("jdbc:h2:") || url.startsWith("jdbc:hsqldb:")
        ? IF_EXISTS.matcher(url).replaceAll("") + ";ifexists=true"
        : url;
  }

  /** Rejects a missing SQLite file, because SQLite has no setting for that. */
  private static void requireFile(String url) {
    Matcher file = SQLITE_FILE.matcher(url);
    if (file.matches() && !Files.isRegularFile(Path.of(file.group(1)))) {
      throw new IllegalArgumentException(
          "database file "
              + Path.of(file.group(1)).toAbsolutePath()
              + " does not exist; correct "
              + URL_OF_EXISTING);
    }
  }

  private static void requireDriver(String url) {
    if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "url must begin with jdbc: and the kind of database, but is "
              + DatabaseAddress.withoutSecrets(url));
    }
    if (!DriverArtifact.hasDriver(url)) {
      throw new IllegalArgumentException(
          "no JDBC driver accepts the URL: url="
              + DatabaseAddress.withoutSecrets(url)
              + DriverArtifact.of(url).map(DriverArtifact::remedy).orElse(DriverArtifact.ADD_JAR));
    }
  }
}
