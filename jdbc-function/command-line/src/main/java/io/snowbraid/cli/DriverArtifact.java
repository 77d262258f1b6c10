package io.snowbraid.cli;

import java.io.File;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/** Lists JDBC drivers and their Maven artifacts. */
enum DriverArtifact {
  H2("jdbc:h2:", "com.h2database:h2"),
  POSTGRESQL("jdbc:postgresql:", "org.postgresql:postgresql"),
  MARIADB("jdbc:mariadb:", "org.mariadb.jdbc:mariadb-java-client"),
  HSQLDB("jdbc:hsqldb:", "org.hsqldb:hsqldb"),
  SQLITE("jdbc:sqlite:", "org.xerial:sqlite-jdbc"),
  MYSQL("jdbc:mysql:", "com.mysql:mysql-connector-j"),
  ORACLE("jdbc:oracle:", "com.oracle.database.jdbc:ojdbc11"),
  SQLSERVER("jdbc:sqlserver:", "com.microsoft.sqlserver:mssql-jdbc"),
  DB2("jdbc:db2:", "com.ibm.db2:jcc");

  private final String scheme;
  private final String artifact;

  DriverArtifact(String scheme, String artifact) {
    this.scheme = scheme;
    this.artifact = artifact;
  }

  String scheme() {
    return scheme;
  }

  /** Returns the coordinates, with the version that this tool was tested with, if any. */
  String artifact() {
    return artifact + ":" + BuildInfo.version(artifact, "LATEST");
  }

  /** Finds the driver for a URL. */
  static Optional<DriverArtifact> of(String url) {
    return Arrays.stream(values()).filter(driver -> url.startsWith(driver.scheme)).findFirst();
  }

  /** Tells whether the class path has the driver. */
  boolean isPresent() {
    return hasDriver(
        switch (this) {
          case H2, HSQLDB -> scheme + "mem:x";
          case SQLITE -> scheme + ":memory:";
          case ORACLE -> scheme + "thin:@//h/x";
          default -> scheme + "//h/x";
        });
  }

  static boolean hasDriver(String url) {
    return DriverManager.drivers().anyMatch(driver -> accepts(driver, url));
  }

  private static boolean accepts(Driver driver, String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException e) { // the driver recognizes the URL, but it is malformed
      return true;
    }
  }

  /** Returns the command that downloads the driver. */
  String download() {
    return "mvn dependency:copy -Dartifact=" + artifact() + " -DoutputDirectory=drivers";
  }

  /**
   * Returns the command that starts the tool with more drivers; with {@code -jar}, Java ignores the
   * class path.
   */
  static String start(String arguments) {
    return "java -cp 'snowbraid.jar"
        + File.pathSeparator
        + "drivers/*' "
        + SnowbraidCommand.class.getName()
        + " "
        + arguments;
  }
}
