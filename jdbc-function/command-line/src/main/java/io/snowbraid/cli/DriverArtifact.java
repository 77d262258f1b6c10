package io.snowbraid.cli;

import java.io.File;
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

  /** Starts the tool with more drivers; with {@code -jar}, Java ignores the class path. */
  static final String START =
      "java -cp 'snowbraid.jar"
          + File.pathSeparator
          + "drivers/*' "
          + SnowbraidCommand.class.getName()
          + " COMMAND ...";

  /** The remedy for a URL without a known driver. */
  static final String ADD_JAR =
      "; correct the URL, or add the driver jar to the folder drivers:\n" + START;

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

  /** Returns whether the class path has the driver. */
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
    try {
      DriverManager.getDriver(url);
      return true;
    } catch (SQLException e) { // thrown only if no driver accepts the URL
      return false;
    }
  }

  /** Returns the remedy if the driver accepts no URL. */
  String remedy() {
    return isPresent()
        ? "; correct the URL, because the driver is present: " + artifact()
        : "; add " + artifact() + ":\n" + download() + "\n" + START;
  }

  /** Returns the command that downloads the driver. */
  String download() {
    return "mvn dependency:copy -Dartifact=" + artifact() + " -DoutputDirectory=drivers";
  }
}
