package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The whole import, with its clock going back an hour in the middle. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class CitiesApplicationTest {

  private static final int CITIES = 135_233;
  private static final int COUNTRIES = 246;

  @Autowired private Report report;
  @Autowired private JdbcClient sql;

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
  void idsSpreadEvenlyOverShards() {
    long[] ids = report.allIds();
    ShardSpread spread = ShardSpread.of(ids, 1024);
    assertThat(spread.chiSquarePerDegree()).isLessThan(3);
    assertThat(spread.largest()).isLessThan(2L * ids.length / 1024);
    assertThat(spread.smallest()).isGreaterThan(ids.length / 1024 / 2);
  }

  @Test
  void halfOfTheCitiesWereIssuedAfterTheClockWentBack() {
    String afterTheStep =
        "SELECT COUNT(*) FROM CITY WHERE SNOWFLAKE_TIME(ID) < DATEADD(MINUTE, -30,"
            + " (SELECT SNOWFLAKE_TIME(ID) FROM CITY WHERE NAME = 'Andorra la Vella'))";
    assertThat(count(afterTheStep)).isEqualTo(CITIES - CITIES / 2 + CityImport.SQL_ROWS);
    assertThat(count(afterTheStep + " AND SNOWFLAKE_TIMELINE(ID) = 0")).isZero();
  }

  @Test
  void browserSeesTheReport() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/report")).build();
    String page = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    assertThat(page)
        .contains("135,233 cities in 246 countries", "Ids       136,479, 0 of them duplicates")
        .contains("stepped back 60 minutes", "Reykjavík is ", "CC BY 4.0");
  }
}
