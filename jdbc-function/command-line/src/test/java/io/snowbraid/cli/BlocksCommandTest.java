package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.layout.Layouts;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how operators and scripts claim blocks. */
class BlocksCommandTest extends CommandLineFixture {

  private static final String URL = "jdbc:h2:mem:blocks;DB_CLOSE_DELAY=-1";

  private final JdbcDataSource database = new JdbcDataSource();

  @BeforeEach
  void createTable() {
    database.setURL(URL);
    assertThat(JdbcWorkerSource.of(database).createTableIfMissing().hasTable()).isTrue();
  }

  @AfterEach
  void dropAll() throws SQLException {
    execute(URL, "drop all objects");
  }

  @Test
  void blockIsClaimedOnceAndListed() {
    assertThat(run("blocks", "list", "--url", URL)).isZero();
    assertThat(out.toString()).startsWith("no named blocks in table=snowbraid_worker");
    assertThat(run("blocks", "claim", "orders", "--size", "5000", "--url", URL)).isZero();
    String claimed = out.toString();
    assertThat(claimed.lines()).hasSize(2);
    assertThat(claimed).containsPattern("name +size +first id +last id +from +to +claimed");
    assertThat(run("blocks", "claim", "orders", "--size", "5000", "--url", URL)).isZero();
    assertThat(out.toString()).isEqualTo(claimed);
    assertThat(run("blocks", "list", "--url", URL, "--json")).isZero();
    IdBlock block = IdBlocks.open(JdbcWorkerSource.of(database)).claim("orders", 5_000);
    assertThat(json().get(0).get("firstId").asString()).isEqualTo(Long.toString(block.firstId()));
    assertThat(json().get(0).get("size").asLong()).isEqualTo(5_000);
  }

  @Test
  void missingTableIsCreatedByAClaimAlone() throws SQLException {
    dropAll();
    assertThat(run("blocks", "list", "--url", URL)).isOne();
    assertThat(run("blocks", "claim", "orders", "--size", "5000", "--url", URL)).isZero();
    assertThat(run("blocks", "list", "--url", URL)).isZero();
    assertThat(out.toString()).contains("orders");
  }

  @Test
  void anotherSizeIsAnError() {
    assertThat(run("blocks", "claim", "orders", "--size", "5000", "--url", URL)).isZero();
    assertThat(run("blocks", "claim", "orders", "--size", "6000", "--url", URL)).isOne();
    assertThat(err.toString()).contains("block orders already exists with size 5000, not 6000");
    assertThat(run("blocks", "claim", "orders", "--url", URL)).isEqualTo(2);
  }

  @Test
  void reachIsLimited() {
    assertThat(run("blocks", "claim", "all", "--size", "8000000000", "--url", URL)).isOne();
    assertThat(err.toString()).contains("block size must be between 1 and 7372800000");
    assertThat(
            run(
                "blocks",
                "claim",
                "all",
                "--size",
                "8000000000",
                "--max-reach",
                "2h",
                "--url",
                URL))
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "two, 2, Invalid value for option '--max-reach': 'two' is not a duration such as 500ms",
    "0s,  1, 'maxReach must be positive, but is 0 ms'",
    "1ms, 1, '.*block reaches at most maxReach=1 ms into the future.*'",
  })
  void wrongReachIsRejected(String reach, int code, String message) {
    assertThat(run("blocks", "claim", "a", "--size", "9999", "--max-reach", reach, "--url", URL))
        .isEqualTo(code);
    assertThat(err.toString()).containsPattern("^" + message);
  }

  @Test
  void expressionIsPrintedAlone() {
    assertThat(
            run(
                "blocks",
                "claim",
                "a",
                "--size",
                "200000",
                "--stripes",
                "8",
                "--print",
                "spark",
                "--url",
                URL))
        .isZero();
    assertThat(out.toString().lines()).hasSize(1);
    assertThat(out.toString())
        .startsWith("case when (monotonically_increasing_id() & 8589934591) < 24576 and ");
    assertThat(
            run(
                "blocks",
                "claim",
                "a",
                "--size",
                "200000",
                "--stripes",
                "8",
                "--print",
                "duckdb",
                "--url",
                URL))
        .isOne();
    assertThat(err.toString()).contains("DUCKDB does not number partitions, so stripes must be 1");
  }

  @Test
  void nameIsForgotten() {
    assertThat(run("blocks", "claim", "orders", "--size", "5000", "--url", URL)).isZero();
    assertThat(run("blocks", "forget", "orders", "--url", URL)).isZero();
    assertThat(run("blocks", "forget", "orders", "--url", URL)).isOne();
    assertThat(err.toString()).startsWith("no block has the name orders, table=snowbraid_worker");
    assertThat(run("blocks", "list", "--url", URL, "--json")).isZero();
    assertThat(json().isEmpty()).isTrue();
  }

  @Test
  void layoutIsThatOfTheNamespace() {
    IdBlock block =
        IdBlocks.open(JdbcWorkerSource.of(database), Layouts.TWITTER).claim("orders", 5_000);
    assertThat(run("blocks", "claim", "orders", "--size", "5000", "--url", URL, "--json")).isZero();
    assertThat(json().get(0).get("lastId").asString()).isEqualTo(Long.toString(block.lastId()));
    assertThat(
            run("blocks", "claim", "orders", "--size", "5000", "--layout", "DEFAULT", "--url", URL))
        .isOne();
    assertThat(err.toString()).contains("block orders already exists with layout ");
  }
}
