package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Tests the server's responses without a browser. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class PagesTest {

  @Autowired private CitySearch search;
  @Autowired private IdMonitor monitor;
  @Autowired private AdjustableClock clock;
  @Autowired private ImportProgress progress;

  @Value("${local.server.port}")
  private int port;

  private Requests requests;

  @BeforeEach
  void connect() {
    requests = new Requests(port);
  }

  @Test
  void pagesForwardHaveEachMatchOnceAndPagesBackTheSame() {
    List<List<CityView>> forth = new ArrayList<>();
    CityPage page = search.after("zurich", 0);
    forth.add(page.rows());
    while (page.after() != null) {
      page = search.after("zurich", page.after());
      forth.add(page.rows());
    }
    List<List<CityView>> back = new ArrayList<>(List.of(page.rows()));
    while (page.before() != null) {
      page = search.before("zurich", page.before());
      back.add(page.rows());
    }
    List<CityView> all = forth.stream().flatMap(List::stream).toList();
    assertThat(all).hasSize((int) search.count("zurich")).hasSizeGreaterThan(2 * CitySearch.PAGE);
    assertThat(all).extracting(CityView::id).isSorted().doesNotHaveDuplicates();
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
    assertThat(search.after("New Tokyo", 0).rows())
        .extracting(CityView::name)
        .contains("New Tokyo");
  }

  @Test
  void loadTakesOfferedRatesOnly() throws Exception {
    HttpResponse<String> answer = requests.post("/live/load?rate=7");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo("<span>rate must be one of [10, 100, 1000, 10000, 100000]: rate=7</span>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/live/load?rate=many | rate must be a whole number: rate=many",
        "/live/load | Required parameter &#39;rate&#39; is not present.",
        "/live/orders?count=0 | count must be between 1 and 10000: count=0",
        "/live/orders?count=10001 | count must be between 1 and 10000: count=10001",
        "/live/clock?action=BACK&by=an%20hour | by must be a duration such as PT1H: by=an hour",
        "/live/clock?action=LEFT&by=PT1H | action must be one of BACK, FORWARD, FREEZE, SWING,"
            + " SET_RIGHT: action=LEFT",
        "/live/clock?action=BACK&by=PT9223372036854775807S | by must be between 0 and 366 days:"
            + " by=9223372036854775807 s",
        "/live/clock?action=SWING&by=PT-1S | by must be between 0 and 366 days: by=-1 s",
        "/live/clock?action=FORWARD&by=P366DT1S | by must be between 0 and 366 days: by=31622401 s"
      })
  void badCommandsAreExplained(String command, String sentence) throws Exception {
    HttpResponse<String> answer = requests.post(command);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).isEqualTo("<span>" + sentence + "</span>");
    assertThat(clock.setting()).isEqualTo(new AdjustableClock.Setting.Running(Duration.ZERO));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/live/clock?action=BACK&by=PT1H",
        "/live/load?rate=10",
        "/live/second-process?action=START"
      })
  void commandsWaitForTheImport(String command) throws Exception {
    progress.begin(200);
    progress.saved(50);
    try {
      HttpResponse<String> answer = requests.post(command);
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.body())
          .contains("The import is running: 50 of 200 cities are in (25 %). Try again");
      assertThat(clock.setting()).isEqualTo(new AdjustableClock.Setting.Running(Duration.ZERO));
    } finally {
      progress.end();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/nowhere, 404, There is no page at /nowhere.",
    "/error, 404, There is no page at /error.",
    "/cities?after=x, 400, after must be a whole number: after=x",
    "/live/load, 405, Method &#39;GET&#39; is not supported."
  })
  void errorsHavePagesForBrowsersAndProblemsForOthers(String path, int status, String detail)
      throws Exception {
    HttpResponse<String> page = requests.get(path, "Accept", "text/html,*/*;q=0.8");
    if (!path.startsWith("/live")) {
      assertThat(page.statusCode()).isEqualTo(status);
      assertThat(page.body()).contains("id=\"detail\">" + detail + "<", "aria-label=\"Pages\"");
    }
    HttpResponse<String> problem = requests.get(path);
    assertThat(problem.statusCode()).isEqualTo(status);
    assertThat(Requests.type(problem)).startsWith("application/problem+json");
    assertThat(problem.body()).contains("\"detail\":\"" + detail.replace("&#39;", "'"));
  }

  @Test
  void pagesShowTheImportsProgressAndDisableTheirControls() throws Exception {
    progress.begin(135_233);
    progress.saved(67_000);
    try {
      for (String page : List.of("/", "/cities", "/id", "/orders", "/rest", "/report")) {
        assertThat(requests.get(page, "Accept", "text/html").body())
            .as(page)
            .contains("The import is running: 67,000 of 135,233 cities are in (49 %).");
      }
      assertThat(requests.get("/").body()).contains("class=\"controls\" disabled");
      assertThat(requests.get("/import").headers().firstValue("HX-Refresh")).isEmpty();
    } finally {
      progress.end();
    }
    assertThat(requests.get("/").body()).doesNotContain("The import is running", "disabled");
    assertThat(requests.get("/import").headers().firstValue("HX-Refresh")).contains("true");
  }

  @Test
  void livePageHasItsFiguresWithoutScript() throws Exception {
    assertThat(requests.get("/").body())
        .contains("<noscript>", "id=\"duplicates\">", "id=\"repeats\">", "this application")
        .contains("It is right.", "Not running.");
  }

  @Test
  void idPageOpensWithFreshIdAndExamples() throws Exception {
    String first = requests.get("/id").body();
    assertThat(first)
        .contains("A fresh id, issued as this page was loaded", "lane: rollback 0, timeline ")
        .contains("A city issued before the step: ", "A city issued after the step: ")
        .contains("For an id of the second process: start it on the");
    assertThat(requests.get("/id").body()).isNotEqualTo(first);
  }

  @Test
  void ordersHaveNumbersInARowUntilThoseInHandAreLost() throws Exception {
    long first = placed();
    assertThat(requests.post("/live/orders?count=100").body())
        .isEqualTo(
            "<span>The orders have the numbers %,d to %,d.</span>"
                .formatted(first + 1, first + 100));
    assertThat(requests.get("/orders").body())
        .contains("<td>%,d</td>".formatted(first + 100), "<td>%,d</td>".formatted(first + 91))
        .doesNotContain("<td>%,d</td>".formatted(first + 90));
    assertThat(requests.post("/live/orders/forget").body()).contains("numbers are lost;");
    assertThat(placed()).isGreaterThan(first + 101);
    assertThat(requests.get("/orders/status").body())
        .contains("id=\"buffered\">")
        .doesNotContain("id=\"forgotten\">0<", "<html");
  }

  private long placed() throws Exception {
    String sentence = requests.post("/live/orders?count=1").body();
    assertThat(sentence).startsWith("<span>The order has the number ");
    return Long.parseLong(sentence.replaceAll("[^0-9]", ""));
  }

  @Test
  void stepIsInTheMiddleOfItsPage() throws Exception {
    String page = requests.get("/cities/step").headers().firstValue("Location").orElseThrow();
    String body = requests.get(page.substring(page.indexOf("/cities"))).body();
    assertThat(body).contains("<span>timeline 1</span>", "<span>timeline 0</span>");
    assertThat(body.indexOf("<span>timeline 1</span>"))
        .isLessThan(body.indexOf("<span>timeline 0</span>"));
  }

  @Test
  void duplicatesAreShown() throws Exception {
    assertThat(requests.get("/live/status").body())
        .contains("class=\"good\"", "id=\"duplicates\">0<");
    monitor.addOwn(new long[] {5, 6, 5});
    assertThat(requests.get("/live/status").body())
        .contains("class=\"bad\"", "id=\"duplicates\">1<");
  }

  @Test
  void webJarsAreServedWithoutTheirVersion() throws Exception {
    assertThat(requests.get("/webjars/htmx.org/dist/htmx.min.js").body()).contains("htmx");
    assertThat(requests.get("/webjars/chart.js/dist/chart.umd.min.js").body()).contains("Chart");
  }
}
