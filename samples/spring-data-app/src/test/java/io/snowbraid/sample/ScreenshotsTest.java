package io.snowbraid.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.support.ui.Select;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Takes the screenshots of the documentation if {@code -Dscreenshots=true} is set. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@EnabledIfSystemProperty(named = "screenshots", matches = "true")
@EnabledIf(value = "io.snowbraid.sample.Browser#isInstalled", disabledReason = Browser.MISSING)
class ScreenshotsTest {

  private static final Path FOLDER = Path.of("../../docs/images");

  private static final String POINTS =
      "(Chart.getChart('lanes').data.datasets.find(d => d.label === arguments[0])?.data ??"
          + " []).length";

  @TempDir private Path profile;

  @Value("${local.server.port}")
  private int port;

  @Test
  void pages() throws IOException {
    String address = System.getProperty("address", "http://localhost:" + port);
    try (Browser browser = new Browser(address, profile)) {
      Files.createDirectories(FOLDER);
      live(browser);
      browser.go("/cities?q=zurich");
      browser.click("#cities tbody a");
      browser.await("the id's page", () -> !browser.all(".bits").isEmpty());
      browser.picture(FOLDER.resolve("id.webp"));
      browser.go("/report");
      browser.picture(FOLDER.resolve("report.webp"));
      browser.go("/rest");
      browser.click("#create button");
      browser.awaitText("#answer-head", "201");
      browser.picture(FOLDER.resolve("rest.webp"));
    }
  }

  /**
   * Steps the clock back by less than the load has been running, so that the plain generator
   * repeats ids.
   */
  private void live(Browser browser) throws IOException {
    browser.go("/");
    browser.awaitLoaded();
    browser.click("#load-start");
    browser.click("[value=START]");
    browser.awaitText("#leases", "second process");
    awaitSeconds(browser, 0, 32);
    new Select(browser.find("#by")).selectByValue("PT30S");
    browser.click("[value=BACK]");
    awaitSeconds(browser, 1, 20);
    new Select(browser.find("#by")).selectByValue("PT10S");
    browser.click("[value=BACK]");
    awaitSeconds(browser, 2, 8);
    browser.click("[value=KILL]");
    browser.awaitText("#process-state", "Not running");
    browser.click("[value=START]");
    browser.click("[value=SET_RIGHT]");
    awaitSeconds(browser, 0, 44);
    browser.await(
        "no message", () -> browser.find("#said span").getCssValue("opacity").equals("0"));
    browser.picture(FOLDER.resolve("live.webp"));
    browser.scheme("dark");
    browser.awaitColours();
    browser.picture(FOLDER.resolve("live-dark.webp"));
    browser.scheme("light");
    browser.awaitColours();
    browser.width(Browser.PHONE);
    browser.picture(FOLDER.resolve("live-phone.webp"));
    browser.width(Browser.DESKTOP);
  }

  private static void awaitSeconds(Browser browser, int timeline, int seconds) {
    String label = "timeline " + timeline;
    browser.await(seconds + " seconds of " + label, () -> browser.number(POINTS, label) >= seconds);
  }
}
