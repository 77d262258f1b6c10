package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** What the server answers, without a browser. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class PagesTest {

  private final HttpClient client = HttpClient.newHttpClient();

  @Autowired private CitySearch search;
  @Autowired private CityRepository cities;
  @Autowired private IdMonitor monitor;

  @Value("${local.server.port}")
  private int port;

  private HttpResponse<String> ask(String path, UnaryOperator<HttpRequest.Builder> more)
      throws IOException, InterruptedException {
    URI address = URI.create("http://localhost:" + port + path);
    return client.send(
        more.apply(HttpRequest.newBuilder(address)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return ask(path, request -> request);
  }

  private HttpResponse<String> post(String json) throws IOException, InterruptedException {
    return ask(
        "/api/cities",
        request ->
            request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }

  @Test
  void pagesForthHoldEachMatchOnceAndPagesBackTheSame() {
    List<List<CityRow>> forth = new ArrayList<>();
    CityPage page = search.after("zurich", 0);
    forth.add(page.rows());
    while (page.after() != null) {
      page = search.after("zurich", page.after());
      forth.add(page.rows());
    }
    List<List<CityRow>> back = new ArrayList<>(List.of(page.rows()));
    while (page.before() != null) {
      page = search.before("zurich", page.before());
      back.add(page.rows());
    }
    List<CityRow> all = forth.stream().flatMap(List::stream).toList();
    assertThat(all).hasSize((int) search.count("zurich")).hasSizeGreaterThan(2 * CitySearch.PAGE);
    assertThat(all).extracting(CityRow::id).isSorted().doesNotHaveDuplicates();
    assertThat(all).allMatch(city -> SearchName.of(city.name()).contains("zurich"));
    Collections.reverse(back);
    assertThat(back.stream().flatMap(List::stream)).containsExactlyElementsOf(all);
  }

  @Test
  void wildcardsAreLettersLikeOthers() {
    assertThat(search.count("%")).isZero();
    assertThat(search.after("_", 0).rows()).isEmpty();
  }

  @Test
  void citiesAddedInSqlAreFoundToo() {
    assertThat(search.after("New Tokyo", 0).rows()).extracting(CityRow::name).contains("New Tokyo");
  }

  @Test
  void createdCityIsReadUnderItsStringInEachForm() throws Exception {
    HttpResponse<String> created =
        post("{\"name\": \" Snowville \", \"country\": \"IS\", \"population\": 7}");
    assertThat(created.statusCode()).isEqualTo(201);
    String location = created.headers().firstValue("Location").orElseThrow();
    String id = location.substring("/api/cities/".length());
    assertThat(created.body())
        .contains("\"id\":\"" + id + "\"", "\"name\":\"Snowville\"", "\"country\":\"Iceland\"");
    assertThat(get(location).body()).isEqualTo(created.body());
    String hex = "0x" + Long.toHexString(Long.parseLong(id));
    assertThat(get("/api/cities/" + hex).body()).isEqualTo(created.body());
    cities.deleteById(Long.parseLong(id));
  }

  @ParameterizedTest
  @CsvSource({
    "12O, 400, 'id text must be 13 characters long: length=3, text=12O'",
    "-5, 400, 'id must be >= 0: id=-5'",
    "99999999999999999999, 400, 'id must be a number of at most 63 bits: id=99999999999999999999'",
    "5, 404, 'no city has id=5'"
  })
  void badIdsAreExplained(String id, int status, String detail) throws Exception {
    HttpResponse<String> answer = get("/api/cities/" + id);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(type(answer)).isEqualTo("application/problem+json");
    assertThat(answer.body()).contains("\"detail\":\"" + detail + "\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"country\": \"IS\"} | name must not be blank: name=null",
        "{\"name\": \" \", \"country\": \"IS\"} | name must not be blank",
        "{\"name\": \"A\"} | country must be the ISO 3166 code of a country with cities: country=null",
        "{\"name\": \"A\", \"country\": \"XX\"} | country=XX",
        "{\"name\": \"A\", \"country\": \"IS\", \"population\": -1} | population must be >= 0: population=-1",
        "{ | Failed to read request"
      })
  void badCitiesAreExplained(String json, String detail) throws Exception {
    HttpResponse<String> answer = post(json);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(type(answer)).isEqualTo("application/problem+json");
    assertThat(answer.body()).contains(detail);
  }

  @Test
  void loadTakesOfferedRatesOnly() throws Exception {
    HttpResponse<String> answer =
        ask("/live/load?rate=7", request -> request.POST(BodyPublishers.noBody()));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo("<span>rate must be one of [10, 100, 1000, 10000, 100000]: rate=7</span>");
  }

  @Test
  void duplicatesAreShown() throws Exception {
    assertThat(get("/live/status").body()).contains("class=\"good\"", "id=\"duplicates\">0<");
    monitor.addOwn(new long[] {5, 6, 5});
    assertThat(get("/live/status").body()).contains("class=\"bad\"", "id=\"duplicates\">1<");
  }

  @Test
  void webJarsAreServedWithoutTheirVersion() throws Exception {
    assertThat(get("/webjars/htmx.org/dist/htmx.min.js").body()).contains("htmx");
    assertThat(get("/webjars/chart.js/dist/chart.umd.min.js").body()).contains("Chart");
  }
}
