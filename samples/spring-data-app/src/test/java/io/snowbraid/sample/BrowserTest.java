package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** What a visitor does, in a real browser. Every page has to be free of errors. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf(value = "io.snowbraid.sample.Browser#isInstalled", disabledReason = Browser.MISSING)
class BrowserTest {

  private static final long HOUR = 3_600_000;

  private static final String POINTS =
      "(Chart.getChart('lanes').data.datasets.find(d => d.label === arguments[0])?.data ?? [])";

  private static final String CLOCK_OFFSET =
      "(([clock, truth]) => clock.data.at(-1).y - truth.data.at(-1).y)"
          + "(Chart.getChart('lanes').data.datasets.slice(-2))";

  @Autowired private AdjustableClock clock;
  @Autowired private Load load;
  @Autowired private SecondProcess secondProcess;
  @Autowired private CityRepository cities;

  @Value("${local.server.port}")
  private int port;

  private Browser browser;

  @BeforeAll
  void openBrowser(@TempDir Path profile) {
    browser = new Browser("http://localhost:" + port, profile);
  }

  @AfterAll
  void closeBrowser() {
    browser.close();
  }

  @AfterEach
  void setAllRight() throws Exception {
    load.stop();
    clock.setRight();
    secondProcess.stop();
    browser.width(Browser.DESKTOP);
    browser.scheme("light");
    assertThat(browser.errors()).isEmpty();
  }

  private long points(String line) {
    return browser.number(POINTS + ".length", line);
  }

  /** The time that the last point of a line stands at. */
  private long lastTime(String line) {
    return browser.number(POINTS + ".at(-1).y", line);
  }

  private long shownNumber(String selector) {
    return Long.parseLong(browser.text(selector).replace(",", ""));
  }

  private void startLoad() {
    browser.go("/");
    browser.awaitLoaded();
    long ids = shownNumber("#ids");
    browser.click("#load-start");
    awaitLaneOfNewIds(ids);
  }

  /** The page still shows the lane of ids that were issued before, by another clock. */
  private void awaitLaneOfNewIds(long shownBefore) {
    browser.await("new ids", () -> shownNumber("#ids") > shownBefore);
    browser.await("a lane", () -> points(browser.text("#lane")) > 0);
  }

  @Test
  void clockThatGoesBackAnHourSwitchesTheTimelineAndItsReturnSwitchesBack() {
    startLoad();
    String first = browser.text("#lane");
    browser.click("[value=BACK]");
    browser.awaitText("#said", "The clock stepped back by 1 h.");
    browser.await("another lane", () -> !browser.text("#lane").equals(first));
    String second = browser.text("#lane");
    browser.await("points of " + second, () -> points(second) > 1);
    assertThat(lastTime(first) - lastTime(second)).isBetween(HOUR * 9 / 10, HOUR);
    assertThat(browser.number(CLOCK_OFFSET)).isEqualTo(-HOUR);
    assertThat(browser.text("#clock-offset")).isEqualTo("1 h behind");

    browser.click("[value=SET_RIGHT]");
    browser.await("the first lane", () -> browser.text("#lane").equals(first));
    assertThat(browser.text("#events")).contains("Clock back by 1 h: now " + second);
    assertThat(browser.text("#events")).contains("Clock forward by 1 h").contains("now " + first);
    assertThat(shownNumber("#ids")).isGreaterThan(1_000);
    assertThat(shownNumber("#duplicates")).isZero();
  }

  @Test
  void swingingClockUsesTwoTimelinesInTurns() {
    startLoad();
    String high = browser.text("#lane");
    browser.click("[value=SWING]");
    browser.await("another lane", () -> !browser.text("#lane").equals(high));
    String low = browser.text("#lane");
    browser.await("the first lane", () -> browser.text("#lane").equals(high));
    browser.await("the other lane again", () -> browser.text("#lane").equals(low));
    assertThat(shownNumber("#duplicates")).isZero();
  }

  @Test
  void clockBehindEveryLaneGetsNoIdUntilItIsRight() {
    startLoad();
    browser.await("no id", this::isRefusedAfterOneMoreFall);
    long ids = shownNumber("#ids");
    browser.click("[value=SET_RIGHT]");
    browser.await("ids again", () -> shownNumber("#ids") > ids + 100);
    browser.awaitText("#load-state", "Running");
    assertThat(shownNumber("#duplicates")).isZero();
  }

  /**
   * A clock before all lanes makes the generator change its worker in the background, twice an hour
   * at most: only then it needs the clock.
   */
  private boolean isRefusedAfterOneMoreFall() {
    if (browser.text("#load-state.refused").contains("clock")) {
      return true;
    }
    clock.step(Duration.ofHours(-1));
    return false;
  }

  @Test
  void frozenClockStandsStillAndIdsGoOn() {
    startLoad();
    browser.click("[value=FREEZE]");
    browser.awaitText("#clock-offset", "frozen");
    String shown = browser.text("#clock");
    long ids = shownNumber("#ids");
    browser.await("more ids", () -> shownNumber("#ids") > ids + 2_000);
    assertThat(browser.text("#clock")).isEqualTo(shown);
    assertThat(shownNumber("#duplicates")).isZero();
  }

  @Test
  void secondProcessTakesGivesBackAndLosesWorkers() {
    browser.go("/");
    browser.awaitText("#process-state", "Not running");
    browser.click("[value=START]");
    browser.awaitText("#leases tr:nth-child(2)", "held");
    assertThat(browser.text("#leases tr:nth-child(2)")).startsWith("1 second process");
    browser.await("its ids", () -> browser.holds(otherIdsInChart()));

    browser.click("[value=STOP]");
    browser.awaitText("#leases tr:nth-child(2)", "released");
    browser.awaitText("#process-state", "Not running");

    browser.click("[value=START]");
    browser.awaitText("#leases tr:nth-child(2)", "held");
    browser.click("[value=KILL]");
    browser.awaitText("#process-state", "Not running");
    browser.awaitText("#leases tr:nth-child(2)", "expired");
    assertThat(shownNumber("#duplicates")).isZero();
  }

  private static String otherIdsInChart() {
    return "Chart.getChart('rates').data.datasets[1].data.some(point => point.y > 0)";
  }

  @Test
  void shardChartShowsAllIds() {
    startLoad();
    browser.await(
        "ids in all shards",
        () -> browser.holds("Chart.getChart('shards').data.datasets[0].data.every(p => p.y > 0)"));
    assertThat(browser.number("Chart.getChart('shards').data.datasets[0].data.length"))
        .isEqualTo(IdMonitor.SHARDS);
  }

  @Test
  void searchFindsNamesWithoutTheirAccentsWhileOneTypes() {
    browser.go("/cities");
    browser.awaitText("#count", "%,d cities".formatted(cities.count()));
    browser.type("#q", "reykjavi");
    browser.awaitText("#cities tbody", "Reykjavík");
    assertThat(browser.driver().getCurrentUrl()).endsWith("q=reykjavi");
    browser.type("#q", "no such city");
    browser.awaitText("#count", "0 cities");
  }

  @Test
  void pagesOfCitiesLeadForthAndBack() {
    browser.go("/cities?q=san");
    String first = browser.text("#cities tbody");
    browser.click("[rel=next]");
    browser.await("another page", () -> !browser.text("#cities tbody").equals(first));
    browser.click("[rel=prev]");
    browser.await("the first page", () -> browser.text("#cities tbody").equals(first));
    assertThat(browser.all("[rel=prev]")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"249829395706151633", "0x3779283018402D1", "06XWJGC0R80PH", " 06xwjgc0r80ph "})
  void idIsTakenApartInEachForm(String form) {
    browser.go("/id");
    browser.type("#id", form, Keys.ENTER);
    browser.await("the bits", () -> browser.all(".bits i").size() == Long.SIZE);
    assertThat(browser.text("#time")).isEqualTo("2026-11-21T09:32:49.542Z");
    assertThat(browser.text("#value-time")).isEqualTo("59563969542");
    assertThat(browser.text("#value-timeline")).isEqualTo("1");
    assertThat(browser.text("#value-worker")).isEqualTo("0");
    assertThat(browser.text("#value-sequence")).isEqualTo("721");
    assertThat(browser.text(".bits .timeline").replaceAll("\\s", "")).isEqualTo("01");
    assertThat(browser.text("#hex")).isEqualTo("0x03779283018402D1");
    assertThat(browser.text("#text")).isEqualTo("06XWJGC0R80PH");
  }

  @Test
  void badIdIsExplained() {
    browser.go("/id");
    browser.type("#id", "12O", Keys.ENTER);
    browser.awaitText("#problem", "id text must be 13 characters long: length=3, text=12O");
    assertThat(browser.all(".bits")).isEmpty();
  }

  @Test
  void idTravelsAsStringBecauseJavaScriptRoundsNumbers() {
    browser.go("/rest");
    browser.type("#name", "Snöville");
    browser.click("#create button");
    browser.awaitText("#answer-head", "201 application/json");
    String id = browser.text("#as-string");
    assertThat(cities.findWithCountry(Long.parseLong(id)).orElseThrow().name).isEqualTo("Snöville");
    assertThat(browser.text("#answer")).contains("\"id\": \"" + id + "\"");
    assertThat(browser.text("#as-number"))
        .isEqualTo(browser.script("return String(Number(arguments[0]))", id));
    browser.click("#read button");
    browser.awaitText("#answer-head", "200 application/json");
    assertThat(browser.text("#answer")).contains("Snöville", "Iceland");
  }

  @Test
  void badIdIsAnsweredWithProblem() {
    browser.go("/rest");
    browser.click("#read button");
    browser.awaitText("#answer-head", "400 application/problem+json");
    assertThat(browser.text("#answer")).contains("id text must be 13 characters long");
    assertThat(browser.errors())
        .singleElement()
        .asString()
        .contains("/api/cities/not-an-id", "400");
  }

  @Test
  void keyboardAloneIsEnough() {
    browser.go("/");
    browser.awaitLoaded();
    long ids = shownNumber("#ids");
    tabTo("load-start");
    press(Keys.ENTER);
    awaitLaneOfNewIds(ids);
    String first = browser.text("#lane");
    tabTo("by");
    press(Keys.ARROW_UP);
    press(Keys.TAB);
    press(Keys.SPACE);
    browser.awaitText("#said", "The clock stepped back by 1 min.");
    browser.awaitText("#clock-offset", "1 min behind");
    browser.await("another timeline", () -> !browser.text("#lane").equals(first));
  }

  private void press(CharSequence key) {
    browser.driver().switchTo().activeElement().sendKeys(key);
  }

  private void tabTo(String id) {
    for (int tabs = 0; tabs < 30 && !id.equals(focused()); tabs++) {
      press(Keys.TAB);
    }
    assertThat(focused()).isEqualTo(id);
  }

  private String focused() {
    return browser.driver().switchTo().activeElement().getAttribute("id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/cities?q=zurich", "/id?id=249829395706151633", "/rest"})
  void nothingIsWiderThanPhone(String page) {
    browser.width(Browser.PHONE);
    browser.go(page);
    browser.awaitLoaded();
    assertThat(browser.number("document.documentElement.clientWidth")).isEqualTo(Browser.PHONE);
    assertThat(browser.number("document.documentElement.scrollWidth")).isEqualTo(Browser.PHONE);
  }

  @ParameterizedTest
  @CsvSource({
    "/, light",
    "/, dark",
    "/cities?q=zurich, light",
    "/cities?q=zurich, dark",
    "/id?id=249829395706151633, light",
    "/id?id=249829395706151633, dark",
    "/rest, light"
  })
  void labelsContrastAndStructureAreAccessible(String page, String scheme) {
    browser.scheme(scheme);
    browser.go(page);
    browser.awaitLoaded();
    List<Rule> violations = new AxeBuilder().analyze(browser.driver()).getViolations();
    assertThat(violations).isEmpty();
  }
}
