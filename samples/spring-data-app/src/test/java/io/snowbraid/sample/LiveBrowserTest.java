package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.Keys;

/** Tests what a visitor does on the live page. */
@EnabledIf(value = "io.snowbraid.sample.Browser#isInstalled", disabledReason = Browser.MISSING)
class LiveBrowserTest extends BrowserTestCase {

  private static final long HOUR = 3_600_000;

  private static final String POINTS =
      "(Chart.getChart('lanes').data.datasets.find(d => d.label === arguments[0])?.data ?? [])";

  private static final String CLOCK_OFFSET =
      "(([clock, truth]) => clock.data.at(-1).y - truth.data.at(-1).y)"
          + "(Chart.getChart('lanes').data.datasets.slice(-2))";

  private long points(String line) {
    return browser.number(POINTS + ".length", line);
  }

  /** Returns the time of a line's last point. */
  private long lastTime(String line) {
    return browser.number(POINTS + ".at(-1).y", line);
  }

  private void startLoad() {
    browser.go("/");
    browser.awaitLoaded();
    long ids = shownNumber("#ids");
    browser.click("#load-start");
    awaitLaneOfNewIds(ids);
  }

  /**
   * Waits for new ids first, because the page still shows the lane of earlier ids, which were
   * issued under another clock.
   */
  private void awaitLaneOfNewIds(long shownBefore) {
    browser.await("new ids", () -> shownNumber("#ids") > shownBefore);
    browser.await("a lane", () -> points(browser.text("#lane")) > 0);
  }

  @Test
  void showDescribesEachStepAndOnlyThePlainGeneratorRepeatsIds() {
    browser.go("/");
    browser.awaitLoaded();
    long before = shownNumber("#repeats");
    browser.click("#show");
    browser.awaitText("#caption", "1 of 3: The load issues 1,000 ids a second.");
    browser.awaitText("#caption", "2 of 3: The clock stepped back by 5 seconds.");
    browser.await("repeats", () -> shownNumber("#repeats") > before + 100);
    browser.awaitText("#caption", "3 of 3: The clock is right again");
    assertThat(browser.text("#caption")).contains("Snowbraid issued 0 duplicates");
    browser.awaitText("#clock-offset", "right");
    assertThat(shownNumber("#duplicates")).isZero();
  }

  @Test
  void pressedButtonIsBusyUntilItsAnswer() {
    browser.go("/");
    browser.awaitLoaded();
    browser.script(
        "window.states = [];"
            + "new MutationObserver(changes => changes.forEach(change => states.push("
            + "  change.target.value + '=' + change.target.getAttribute('aria-busy'))))"
            + ".observe(document.body, {subtree: true, attributeFilter: ['aria-busy']});"
            + "return true");
    browser.click("[value=SET_RIGHT]");
    browser.await("an answer", () -> browser.number("states.length") >= 2);
    assertThat(String.valueOf(browser.script("return states.join()")))
        .isEqualTo("SET_RIGHT=true,SET_RIGHT=false");
  }

  @Test
  void outageIsShownWhileItLasts() {
    browser.go("/");
    browser.awaitLoaded();
    assertThat(browser.find("#outage").isDisplayed()).isFalse();
    browser.offline(true);
    browser.await("an outage", () -> browser.find("#outage").isDisplayed());
    browser.offline(false);
    browser.await("no outage", () -> !browser.find("#outage").isDisplayed());
    assertThat(browser.errors())
        .allMatch(error -> error.matches("(?s).*(ERR_INTERNET_DISCONNECTED|htmx:).*"));
  }

  @Test
  void sixteenLanesHaveSixteenStrokes() {
    browser.go("/");
    browser.awaitLoaded();
    String lanes = "new Set([...Array(16).keys()].map(lane => %s)).size";
    assertThat(browser.number(lanes.formatted("JSON.stringify(stroke(lane))"))).isEqualTo(16);
    String swatch =
        "(() => { const dot = document.createElement('i'); dot.className = `lane-${lane}`;"
            + " document.body.append(dot); const style = getComputedStyle(dot);"
            + " const look = style.backgroundColor + style.backgroundImage; dot.remove();"
            + " return look; })()";
    assertThat(browser.number(lanes.formatted(swatch))).isEqualTo(16);
  }

  @Test
  void controlsWaitForTheImportAndThePageLoadsAgainAtItsEnd() {
    importRuns();
    browser.go("/");
    browser.awaitText("#import", "The import is running: 50 of 200 cities are in (25 %).");
    for (String button : List.of("#show", "#load-start", "[value=BACK]", "[value=KILL]")) {
      assertThat(browser.find(button).isEnabled()).as(button).isFalse();
    }
    progress.end();
    browser.await("no banner", () -> browser.all("#import").isEmpty());
    browser.await("buttons", () -> browser.find("#show").isEnabled());
  }

  @Test
  void clockThatStepsBackAnHourSwitchesTheTimelineAndItsReturnSwitchesBack() {
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
    assertThat(browser.text("#events")).contains("Clock stepped back by 1 h: now on " + second);
    assertThat(browser.text("#events"))
        .contains("Clock stepped forward by 1 h")
        .contains("now on " + first);
    assertThat(shownNumber("#ids")).isGreaterThan(1_000);
    assertThat(shownNumber("#duplicates")).isZero();
  }

  @Test
  void swingingClockAlternatesBetweenTwoTimelines() {
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
  void clockBeforeAllLanesGetsNoIdUntilItIsRight() {
    startLoad();
    browser.await("no id", this::failsAfterOneMoreStepBack);
    long ids = shownNumber("#ids");
    browser.click("[value=SET_RIGHT]");
    browser.await("ids again", () -> shownNumber("#ids") > ids + 100);
    browser.awaitText("#load-state", "Running");
    assertThat(shownNumber("#duplicates")).isZero();
  }

  /**
   * Steps the clock back until the load fails. A clock before all lanes makes the generator change
   * its worker in the background, at most twice an hour. Only after that it must wait for the
   * clock.
   */
  private boolean failsAfterOneMoreStepBack() {
    if (browser.text("#load-state.failed").contains("clock")) {
      return true;
    }
    clock.step(Duration.ofHours(-1));
    return false;
  }

  @Test
  void frozenClockStandsStillAndIdsContinue() {
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
  void secondProcessLeasesReleasesAndLosesWorkers() {
    browser.go("/");
    browser.awaitText("#process-state", "Not running");
    browser.click("[value=START]");
    String released = awaitSecondProcess();
    browser.await("its ids", () -> browser.holds(otherIdsInChart()));

    browser.click("[value=STOP]");
    browser.await("its release", () -> lease(released).contains("released"));
    browser.awaitText("#process-state", "Not running");

    browser.click("[value=START]");
    String killed = awaitSecondProcess();
    browser.click("[value=KILL]");
    browser.awaitText("#process-state", "Not running");
    browser.await("its expiry", () -> lease(killed).contains("expired"));
    assertThat(shownNumber("#duplicates")).isZero();
  }

  /** The worker of the second process: the lowest one that the application does not hold. */
  private String awaitSecondProcess() {
    browser.await("its lease", () -> leases().anyMatch(LiveBrowserTest::isOfSecondProcess));
    String lease = leases().filter(LiveBrowserTest::isOfSecondProcess).findFirst().orElseThrow();
    return lease.substring(0, lease.indexOf(' '));
  }

  private static boolean isOfSecondProcess(String lease) {
    return lease.matches("\\d+ second process held .*");
  }

  private String lease(String worker) {
    return leases().filter(lease -> lease.startsWith(worker + " ")).findFirst().orElse("");
  }

  private Stream<String> leases() {
    String script = "return [...document.querySelectorAll('#leases tr')].map(row => row.innerText)";
    return ((List<?>) browser.script(script))
        .stream().map(row -> row.toString().replaceAll("\\s+", " ").strip());
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
}
