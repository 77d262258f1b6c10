package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.testing.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever users type or store, the tool prints no secrets and nothing that a terminal would
 * interpret.
 */
@Tag("slow")
class HostileArgumentsTest extends CommandLineFixture {

  private static final String URL = "jdbc:h2:mem:hostile;DB_CLOSE_DELAY=-1";

  private static final String POSTGRES = "jdbc:postgresql://nowhere.invalid/shop";

  /** A colour, a bell, C1, DEL, a line break, right-to-left marks, an unpaired surrogate. */
  private static final String HOSTILE =
      "pod\u001b[31m\u0007\u009b2J\u007f\r\n0       forged  held\u202e\u2028\u2066\ud800";

  private static final String SHOWN =
      "pod\\u001b[31m\\u0007\\u009b2J\\u007f\\u000d\\u000a0       forged "
          + " held\\u202e\\u2028\\u2066";

  private final JdbcDataSource database = new JdbcDataSource();

  @BeforeEach
  void createTable() {
    database.setURL(URL);
    JdbcWorkerSource.of(database).createTableIfMissing();
  }

  @AfterEach
  void dropAll() throws SQLException {
    execute(URL, "drop all objects");
  }

  private void requireHarmless() {
    assertThat(printed().replace(System.lineSeparator(), "").replace("\n  ", ""))
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");
  }

  @Test
  void ownersCannotForgeRows() {
    try (Snowflake ids =
        Snowflake.builder().worker(JdbcWorkerSource.of(database)).owner(HOSTILE).build()) {
      assertThat(ids.nextId()).isPositive();
      assertThat(run("workers", "--url", URL)).isZero();
      assertThat(out.toString().lines()).hasSize(2).last().asString().contains(SHOWN);
      requireHarmless();
      assertThat(run("workers", "--url", URL, "--json")).isZero();
      assertThat(json().get(0).get("owner").asString()).startsWith("pod\u001b[31m\u0007\u009b2J");
      assertThat(out.toString().replace("\n", ""))
          .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
      assertThat(run("release", "--url", URL, "--worker", "0")).isZero();
      assertThat(out.toString().lines()).hasSize(1).first().asString().contains(SHOWN);
      requireHarmless();
    }
  }

  @Test
  void damagedRowsCannotForgeRows() throws SQLException {
    Snowflake.builder().worker(JdbcWorkerSource.of(database)).build().close();
    execute(URL, "update snowbraid_worker set last_ticks = '7\u001b[2J' || char(10) || 'forged'");
    assertThat(run("workers", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("worker record is damaged (table=snowbraid_worker, namespace=default, worker=")
        .contains("but is 7\\u001b[2J");
    requireHarmless();
    assertThat(run("doctor", "--url", URL)).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("workers +WRONG +worker record is damaged \\(")
        .contains("capacity");
    requireHarmless();
  }

  @Test
  void damagedLayoutsAndTimesAreNamedToo() throws SQLException {
    Snowflake.builder().worker(JdbcWorkerSource.of(database)).build().close();
    execute(URL, "update snowbraid_worker set last_ticks = '" + Long.MAX_VALUE + "'");
    assertThat(run("workers", "--url", URL)).isEqualTo(1);
    assertThat(err.toString()).contains("worker=0): last_ticks is " + Long.MAX_VALUE + "; restore");
    execute(URL, "update snowbraid_worker set layout = 'soft', last_ticks = '1 2'");
    assertThat(run("workers", "--url", URL)).isEqualTo(1);
    assertThat(err.toString()).contains("worker=0): layout is soft; restore");
    assertThat(run("doctor", "--url", URL)).isEqualTo(1);
    assertThat(out.toString()).containsPattern("workers +WRONG .*worker=0\\): layout is soft");
  }

  static List<List<String>> commands() {
    return List.of(
        List.of("decode", HOSTILE),
        List.of("decode", "--layout", HOSTILE, "1"),
        List.of("decode", "--form", HOSTILE, "1"),
        List.of("decode", "x".repeat(100_000)),
        List.of("decode", "--" + HOSTILE, "1"),
        List.of(HOSTILE),
        List.of("workers", "--url", HOSTILE),
        List.of("workers", "--url", "jdbc:h2:" + HOSTILE),
        List.of("workers", "--url", "jdbc:nobody:" + HOSTILE),
        List.of("workers", "--url", URL, "--table", HOSTILE),
        List.of("workers", "--url", URL, "--table", "\"" + HOSTILE + "\""),
        List.of("workers", "--url", URL, "--table", "t".repeat(100_000)),
        List.of("workers", "--url", URL, "--namespace", HOSTILE.repeat(9)),
        List.of("workers", "--url", URL, "--namespace", ""),
        List.of("release", "--url", URL, "--worker", HOSTILE),
        List.of("release", "--url", URL, "--worker", "-1"),
        List.of("release", "--url", URL, "--worker", "99999999999999999999"),
        List.of("release", "--url", URL, "--worker", "7", "--namespace", HOSTILE),
        List.of("doctor", "--url", URL, "--ids", HOSTILE),
        List.of("doctor", "--url", URL, "--ids", "a.b.c.d"),
        List.of("doctor", "--url", URL, "--ids", "orders; drop table orders.id"),
        List.of("doctor", "--url", URL, "--layout", "JAVASCRPT"),
        List.of("doctor", "--try", "--url", HOSTILE),
        List.of("doctor", "--try", "--url", "jdbc:nobody:" + HOSTILE),
        List.of("functions", "--url", HOSTILE),
        List.of("functions", "--print", "--url", HOSTILE),
        List.of("functions", "--print", "--url", "jdbc:nobody:" + HOSTILE),
        List.of("functions", "--print", "--url", POSTGRES, "--table", HOSTILE),
        List.of("functions", "--print", "--url", POSTGRES, "--namespace", HOSTILE.repeat(9)),
        List.of("functions", "--print", "--url", POSTGRES, "--workers", HOSTILE),
        List.of("uninstall", "--url", URL, HOSTILE));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void argumentsAreRejectedBrieflyAndSafely(List<String> arguments) {
    assertThat(run(arguments.toArray(String[]::new))).isIn(1, 2);
    assertThat(printed()).hasSizeLessThan(10_000).doesNotContain("\tat ").doesNotContain("=null");
    requireHarmless();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-5 | 1 | id must be a number between 0 and 9223372036854775807 or a text of 13 characters,"
            + " but is -5",
        "9223372036854775808 | 1 | id must be between 0 and 9223372036854775807, but is 9223",
        "12x | 1 | id must be a number between 0 and 9223372036854775807 or a text of 13"
            + " characters",
        "'' | 1 | id must be a number between 0 and",
      })
  void invalidIdsAreRejected(String id, int code, String message) {
    assertThat(run("decode", id)).isEqualTo(code);
    assertThat(err.toString()).startsWith(message);
  }

  @Test
  void emptyNamespaceIsNotOurs() {
    assertThat(run("workers", "--url", URL, "--namespace", HOSTILE)).isZero();
    requireHarmless();
    assertThat(out.toString()).startsWith("no worker was ever leased in table=snowbraid_worker, ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:nobody://u:s3cret@host/x",
        "jdbc:postgresql://u:s3cret@localhost:1/x",
        "jdbc:postgresql://localhost:1/x?password=s3cret",
        "jdbc:postgresql://localhost:1/x?sslpassword=s3cret&user=u",
        "jdbc:h2:mem:none;PASSWORD=s3cret",
        "jdbc:h2:nothing:such;PASSWORD=s3cret",
        "jdbc:h2:mem:hostile;PASSWORD=s3cret;NO_SUCH_SETTING=1",
        "jdbc:h2:mem:hostile;USER=nobody;PASSWORD=s3cret",
        "jdbc:hsqldb:mem:none;password=s3cret",
        "jdbc:mariadb://u:s3cret@localhost:1/x",
        "jdbc:mariadb://localhost:1/x?user=u&password=s3cret",
        "jdbc:sqlite:/none?password=s3cret",
        "jdbc:oracle:thin:u/s3cret@//localhost:1/x",
        "jdbc:sqlserver://localhost:1;password=s3cret",
        "postgresql://u:s3cret@host/x",
      })
  void passwordsOfUrlsAreNotPrinted(String url) throws Exception {
    String option = "--url=" + url;
    assertThat(run("workers", option)).isEqualTo(1);
    assertThat(err.toString()).isNotEmpty().doesNotContain("s3cret");
    assertThat(run("doctor", "--url", URL, "--copy", url)).isEqualTo(1);
    assertThat(printed()).isNotEmpty().doesNotContain("s3cret");
    assertThat(run("workers", option, "--nothing")).isEqualTo(2);
    assertThat(err.toString()).startsWith("Unknown option: '--nothing'").doesNotContain("s3cret");
    assertThat(run("workers", option, "--pasword", "s3cret")).isEqualTo(2);
    assertThat(err.toString()).startsWith("Unknown option: '--pasword'").doesNotContain("s3cret");
    assertThat(run("workers", option, "--pasword=s3cret")).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("s3cret");
  }

  /** Drivers log input that they cannot parse to the console. */
  @Test
  void driversPrintNoPasswordsOfTheirOwn() throws Exception {
    String url = "jdbc:postgresql://u:s3cret@localhost:1/x:y";
    assertThat(Programs.output(1, process("workers", "--url", url)))
        .startsWith("database cannot be reached at ")
        .doesNotContain("s3cret");
  }

  @Test
  void foldersAndOtherFilesAreNotDatabases(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("text.mv.db"), "no database at all");
    for (String url :
        new String[] {
          "jdbc:h2:file:" + folder,
          "jdbc:h2:file:" + folder.resolve("text"),
          "jdbc:hsqldb:file:" + folder,
          "jdbc:sqlite:" + folder,
        }) {
      assertThat(run("workers", "--url", url)).as(url).isEqualTo(1);
      assertThat(err.toString()).as(url).contains(folder.toString()).doesNotContain("\tat ");
    }
    assertThat(text).hasContent("no database at all");
  }
}
