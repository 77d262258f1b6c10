package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests the whole import, during which the clock steps back an hour. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class CitiesApplicationTest {

  private static final int CITIES = 135_233;
  private static final int COUNTRIES = 246;

  @Autowired private ImportReport report;
  @Autowired private JdbcClient sql;
  @Autowired private ImportRunner run;

  @Value("${local.server.port}")
  private int port;

  private long count(String query) {
    return sql.sql(query).query(Long.class).single();
  }

  @Test
  void allRowsHaveDistinctIds() {
    assertThat(count("SELECT COUNT(*) FROM COUNTRY")).isEqualTo(COUNTRIES);
    assertThat(count("SELECT COUNT(*) FROM CITY")).isEqualTo(CITIES + CityImport.SQL_ROWS);
    assertThat(report.allIds())
        .hasSize(COUNTRIES + CITIES + CityImport.SQL_ROWS)
        .doesNotHaveDuplicates();
  }

  @Test
  void idsSpreadUniformlyOverShards() {
    long[] ids = report.allIds();
    ShardSpread spread = ShardSpread.of(ShardSpread.counts(ids, 1024));
    assertThat(spread.chiSquarePerDegree()).isLessThan(3);
    assertThat(spread.largest()).isLessThan(2L * ids.length / 1024);
    assertThat(spread.smallest()).isGreaterThan(ids.length / 1024 / 2);
  }

  @Test
  void halfOfTheCitiesWereIssuedAfterTheClockSteppedBack() {
    String afterTheStep =
        "SELECT COUNT(*) FROM CITY WHERE SNOWFLAKE_TIME(ID) < DATEADD(MINUTE, -30,"
            + " (SELECT SNOWFLAKE_TIME(ID) FROM CITY WHERE NAME = 'Andorra la Vella'))";
    assertThat(count(afterTheStep)).isEqualTo(CITIES - CITIES / 2 + CityImport.SQL_ROWS);
    assertThat(count(afterTheStep + " AND SNOWFLAKE_TIMELINE(ID) = 0")).isZero();
  }

  @Test
  void commandLineGetsTheReportAsText() throws Exception {
    HttpResponse<String> answer = new Requests(port).get("/report", "Accept", "*/*");
    assertThat(Requests.type(answer)).isEqualTo("text/plain;charset=UTF-8");
    assertThat(answer.body())
        .contains("135,233 cities in 246 countries", "Ids       136,479, 0 of them duplicates")
        .contains("stepped back 60 minutes", "on timeline 1", "Reykjavík is ", "CC BY 4.0");
  }

  @Test
  void browserGetsTheReportAsPageWithFourFiguresAndPicture() throws Exception {
    HttpResponse<String> page =
        new Requests(port).get("/report", "Accept", "text/html,application/xml;q=0.9,*/*;q=0.8");
    assertThat(Requests.type(page)).startsWith("text/html");
    assertThat(page.body())
        .contains("id=\"rows\">136,479<", "id=\"duplicates\">0<", "id=\"lost\">", "id=\"shards\">")
        .contains("<svg id=\"picture\"", "aria-label=\"Pages\"", "/report</code>");
    assertThat(page.body().split("h1V", -1)).hasSize(ReportFigures.SHARDS + 1);
  }

  @Test
  void lastCityBeforeTheStepHasLaterIdThanTheFirstAfterIt() {
    CityImport.Result imported = run.figures().orElseThrow().imported();
    assertThat(imported.firstBefore()).isLessThan(imported.lastBefore());
    assertThat(imported.firstAfter()).isLessThan(imported.firstBefore());
  }
}
