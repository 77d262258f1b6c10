package io.snowbraid.cli;

import io.snowbraid.jdbc.internal.Causes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that databases in files are opened only if they exist, and never created, because a
 * path may be mistyped.
 */
final class ExistingDatabase {

  private static final Pattern IF_EXISTS = Pattern.compile("(?i);\\s*ifexists\\s*=[^;]*");

  /** URLs of SQLite: a path, which settings may follow. */
  private static final Pattern FILE =
      Pattern.compile("jdbc:sqlite:(?:file:(?://)?)?(?!:)([^?;]+).*");

  /** The database's name in messages: in quotes in those of H2, at the end in those of HSQLDB. */
  private static final Pattern NAME = Pattern.compile("\"(.+?)\"|: (\\S.*)$");

  private static final int H2_NOT_FOUND = 90146;
  private static final int H2_NOT_FOUND_REMOTELY = 90149;
  private static final int HSQLDB_NOT_FOUND = -465;

  private ExistingDatabase() {}

  /** Changes a URL so that opening it creates nothing. */
  static String url(String url) {
    return switch (DriverArtifact.of(url).orElse(DriverArtifact.POSTGRESQL)) {
      case H2 -> IF_EXISTS.matcher(url).replaceAll("") + ";IFEXISTS=TRUE";
      case HSQLDB -> IF_EXISTS.matcher(url).replaceAll("") + ";ifexists=true";
      case SQLITE -> requireFile(url);
      default -> url;
    };
  }

  private static String requireFile(String url) {
    Matcher file = FILE.matcher(url);
    if (file.matches() && !Files.isRegularFile(Path.of(file.group(1)))) {
      throw missing(Path.of(file.group(1)).toAbsolutePath().toString(), null);
    }
    return url;
  }

  /** Returns an exception that says so if a failure means that the database does not exist. */
  static Optional<IllegalArgumentException> missing(Throwable failure) {
    return Causes.of(failure, SQLException.class)
        .filter(ExistingDatabase::isNotFound)
        .findFirst()
        .map(said -> missing(name(said), said));
  }

  private static boolean isNotFound(SQLException e) {
    return e.getErrorCode() == H2_NOT_FOUND
        || e.getErrorCode() == H2_NOT_FOUND_REMOTELY
        || e.getErrorCode() == HSQLDB_NOT_FOUND;
  }

  private static String name(SQLException e) {
    String message = String.valueOf(e.getMessage());
    Matcher name = NAME.matcher(message);
    if (!name.find()) {
      return message;
    }
    String quoted = name.group(1);
    if (quoted == null) {
      return name.group(2);
    }
    return quoted.matches("(?:/|\\w:[/\\\\]).*") ? quoted + ".mv.db" : quoted;
  }

  private static IllegalArgumentException missing(String file, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "database does not exist, and this command creates none: file="
            + file
            + "; correct the path in the URL (a database in memory is visible to its own process"
            + " only)",
        cause);
  }
}
