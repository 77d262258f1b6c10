package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Opens the sample's pages in a real browser. Every page must be free of errors. */
@Tag("slow")
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTestCase {

  @Autowired AdjustableClock clock;
  @Autowired LoadGenerator load;
  @Autowired SecondProcess secondProcess;
  @Autowired CityRepository cities;
  @Autowired ImportProgress progress;
  @Autowired Snowflake ids;

  @Value("${local.server.port}")
  private int port;

  Browser browser;

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
    progress.end();
    browser.width(Browser.DESKTOP);
    browser.scheme("light");
    assertThat(browser.errors()).isEmpty();
  }

  long shownNumber(String selector) {
    return Long.parseLong(browser.text(selector).replace(",", ""));
  }

  void importRuns() {
    progress.begin(200);
    progress.saved(50);
  }
}
