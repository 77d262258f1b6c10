package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the list of drivers, the advice on adding others, and the version of the tool. */
class DriversTest extends CommandLineFixture {

  @Test
  void presentAndMissingDriversAreListed() {
    assertThat(run("drivers")).isZero();
    for (String kind : new String[] {"h2", "postgresql", "mariadb", "hsqldb"}) {
      assertThat(out.toString()).containsPattern("jdbc:" + kind + ": +present +\\S+:\\d[\\d.]+");
    }
    assertThat(out.toString())
        .containsPattern("jdbc:sqlite: +missing +org.xerial:sqlite-jdbc:\\d[\\d.]+")
        .containsPattern("jdbc:oracle: +missing +com.oracle.database.jdbc:ojdbc11:LATEST")
        .contains("java -cp 'snowbraid.jar:drivers/*' io.snowbraid.cli.SnowbraidCommand ");
    assertThat(run("drivers", "--json")).isZero();
    assertThat(json().get(0).get("driver").asString()).isEqualTo("present");
  }

  @Test
  void missingDriverIsReportedWithTheCommandsThatAddIt() {
    assertThat(run("doctor", "--url", "jdbc:mysql://localhost/shop?password=s3cret")).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            "no JDBC driver accepts the URL: url=jdbc:mysql://localhost/shop; add"
                + " com.mysql:mysql-connector-j:LATEST:",
            "mvn dependency:copy -Dartifact=com.mysql:mysql-connector-j:LATEST"
                + " -DoutputDirectory=drivers",
            "java -cp 'snowbraid.jar:drivers/*' io.snowbraid.cli.SnowbraidCommand COMMAND ...");
  }

  @Test
  void unknownAndMalformedUrlsAreDistinguished() {
    assertThat(run("workers", "--url", "jdbc:nobody:x")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith(
            "no JDBC driver accepts the URL: url=jdbc:nobody:x; correct the URL, or add the driver"
                + " jar");
    assertThat(run("workers", "--url", "jdbc:postgresql:/")).isEqualTo(1);
    assertThat(run("workers", "--url", "mysql://localhost/shop")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("url must begin with jdbc: and the kind of database, but is ");
  }

  @Test
  void versionIsThatOfTheBuild() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("snowbraid \\d+\\.\\d+\\.\\d+\\S*\\R").doesNotContain("$");
  }
}
