package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** Tests what a visitor does on the other pages. */
@EnabledIf(value = "io.snowbraid.sample.Browser#isInstalled", disabledReason = Browser.MISSING)
class PagesBrowserTest extends BrowserTestCase {

  @Test
  void searchFindsNamesWithoutAccentsWhileTyping() {
    browser.go("/cities");
    browser.awaitText("#count", "%,d cities".formatted(cities.count()));
    browser.type("#q", "reykjavi");
    browser.awaitText("#cities tbody", "Reykjavík");
    assertThat(browser.driver().getCurrentUrl()).endsWith("q=reykjavi");
    browser.type("#q", "no such city");
    browser.awaitText("#count", "0 cities");
  }

  @Test
  void pagesOfCitiesLeadForwardAndBack() {
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
  void idIsDecodedInEachForm(String form) {
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
    browser.awaitText("#problem", "id text must have 13 characters, but has 3: 12O");
    assertThat(browser.text("#problem"))
        .contains("Accepted are: a decimal number such as", "hexadecimal", "13 characters such as");
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
  void previousAnswerIsHiddenWhenAProblemIsShown() {
    browser.go("/rest");
    assertThat(browser.find("#answer").isDisplayed()).isFalse();
    browser.click("#create button");
    browser.awaitText("#answer-head", "201 application/json");
    browser.type("#city-id", "not-an-id");
    browser.click("#read button");
    browser.awaitText("#answer-head", "400 application/problem+json");
    assertThat(browser.find("#difference").isDisplayed()).isFalse();
    assertThat(browser.text("#answer")).contains("id text must have 13 characters");
    assertThat(browser.errors())
        .singleElement()
        .asString()
        .contains("/api/cities/not-an-id", "400");
  }

  @Test
  void restReportsThatTheApplicationDoesNotAnswer() {
    browser.go("/rest");
    browser.click("#create button");
    browser.awaitText("#answer-head", "201 application/json");
    browser.offline(true);
    browser.click("#read button");
    browser.awaitText("#answer-head", "The application does not answer.");
    assertThat(browser.find("#answer").isDisplayed()).isFalse();
    assertThat(browser.find("#difference").isDisplayed()).isFalse();
    browser.offline(false);
    assertThat(browser.errors()).allMatch(error -> error.contains("ERR_INTERNET_DISCONNECTED"));
  }

  @Test
  void idPageOpensWithFreshIdAndLeadsToOthers() {
    browser.go("/id");
    assertThat(browser.text("h2")).startsWith("A fresh id");
    assertThat(browser.text(".part.lane b")).startsWith("lane: rollback 0, timeline ");
    String fresh = browser.text("#decimal");
    browser.click("#another");
    browser.await("another id", () -> !browser.text("#decimal").equals(fresh));
    browser.click("#examples li:nth-child(1) a");
    browser.await("a city", () -> !browser.text("h2").startsWith("A fresh id"));
    String before = browser.text("#time");
    browser.click("#examples li:nth-child(2) a");
    browser.await("another city", () -> !browser.text("#time").equals(before));
    assertThat(browser.text("#time")).isLessThan(before);
  }

  @Test
  void idOfTheSecondProcessIsOffered() throws Exception {
    secondProcess.start();
    browser.await(
        "its id",
        () -> {
          browser.go("/id");
          return browser.text("#examples").contains("An id of the second process");
        });
    browser.click("#examples li:nth-child(3) a");
    browser.await("the id's page", () -> browser.text("#value-worker").matches("\\d+"));
    assertThat(browser.text("#value-worker")).isNotEqualTo(String.valueOf(ids.workerId()));
  }

  @Test
  void stepShowsBothTimelines() {
    browser.go("/cities");
    browser.click("#jump");
    browser.await("the step", () -> browser.text("#cities tbody").contains("timeline 0"));
    List<String> lanes = browser.all("#cities .on").stream().map(cell -> cell.getText()).toList();
    assertThat(lanes).hasSize(CitySearch.PAGE).startsWith("timeline 1").endsWith("timeline 0");
  }

  @Test
  void reportHasFourFiguresAndPicture() {
    browser.go("/report");
    assertThat(browser.all(".figures dt")).hasSize(4);
    assertThat(shownNumber("#duplicates")).isZero();
    assertThat(browser.number("document.querySelector('#picture .bars').getBBox().width"))
        .isEqualTo(ReportFigures.SHARDS);
  }

  @Test
  void reportComesWhenTheImportHasEnded() {
    importRuns();
    browser.go("/report");
    browser.awaitText("#import", "50 of 200 cities");
    progress.end();
    browser.await("no banner", () -> browser.all("#import").isEmpty());
  }

  @Test
  void withoutScriptThereAreFiguresAndSentence() {
    browser.scripts(false);
    try {
      browser.go("/");
      assertThat(browser.find(".noscript").getText()).startsWith("This page needs JavaScript");
      assertThat(browser.find("#clock-offset").getText()).isEqualTo("right");
      assertThat(browser.find("#leases").getText()).contains("this application");
    } finally {
      browser.scripts(true);
    }
  }
}
