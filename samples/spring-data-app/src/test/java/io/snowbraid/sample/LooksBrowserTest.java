package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests each page on a desktop and a phone, light and dark. Saves screenshots in
 * target/screenshots.
 */
@EnabledIf(value = "io.snowbraid.sample.Browser#isInstalled", disabledReason = Browser.MISSING)
class LooksBrowserTest extends BrowserTestCase {

  private static final Path FOLDER = Path.of("target/screenshots");

  @ParameterizedTest
  @CsvSource({
    "live, /",
    "cities, /cities/step",
    "id, /id",
    "wrong-id, /id?id=12O",
    "decoder, /decoder.html#id=249829395706151633",
    "rest, /rest",
    "orders, /orders",
    "report, /report",
    "error, /nowhere"
  })
  void pageFitsAndIsAccessibleEverywhere(String name, String path) throws IOException {
    browser.go(path);
    browser.awaitLoaded();
    for (int width : new int[] {Browser.DESKTOP, Browser.PHONE}) {
      for (String scheme : List.of("light", "dark")) {
        look(name, width, scheme);
      }
    }
    List<String> errors = browser.errors();
    assertThat(errors).allMatch(error -> name.equals("error") && error.contains("404"));
  }

  private void look(String name, int width, String scheme) throws IOException {
    browser.width(width);
    browser.scheme(scheme);
    browser.awaitColours();
    picture(name + "-" + width + "-" + scheme);
    assertThat(browser.number("document.documentElement.clientWidth")).isEqualTo(width);
    assertThat(browser.number("document.documentElement.scrollWidth")).isEqualTo(width);
    List<Rule> violations = violations();
    assertThat(violations).as(name + " " + width + " " + scheme).isEmpty();
  }

  /** The mode that is not deprecated opens a second window, which sometimes fails. */
  @SuppressWarnings("deprecation")
  private List<Rule> violations() {
    return new AxeBuilder().setLegacyMode(true).analyze(browser.driver()).getViolations();
  }

  private void picture(String name) throws IOException {
    Files.createDirectories(FOLDER);
    browser.picture(FOLDER.resolve(name + ".png"));
  }

  @Test
  void idsAreWholeOnPhone() {
    browser.width(Browser.PHONE);
    browser.go("/cities");
    String whole =
        "[...document.querySelectorAll('#cities tbody a')].every(id => {"
            + " const box = id.getBoundingClientRect();"
            + " return box.left >= 0 && box.right <= innerWidth && box.height < 30; })";
    assertThat(browser.holds(whole)).isTrue();
    browser.go("/id");
    assertThat(browser.holds(whole.replace("#cities tbody a", "#decimal"))).isTrue();
  }

  @Test
  void nothingIsCutOffOnPhone() {
    browser.width(Browser.PHONE);
    browser.go("/");
    browser.awaitLoaded();
    assertThat(
            browser.holds(
                "new Set([...document.querySelectorAll('nav a')]"
                    + ".map(link => link.getBoundingClientRect().top)).size === 1"))
        .isTrue();
    String table = "document.querySelector('.leases .scroll').";
    assertThat(browser.number(table + "scrollWidth"))
        .isLessThanOrEqualTo(browser.number(table + "clientWidth"));
    browser.go("/id");
    assertThat(browser.find(".fields .meaning").isDisplayed()).isTrue();
  }

  @Test
  void buttonsAreStackedOnPhone() {
    browser.width(Browser.PHONE);
    browser.go("/");
    browser.awaitLoaded();
    String stacked =
        "[...document.querySelectorAll('.buttons')].every(group => {"
            + " const boxes = [...group.children].map(button => button.getBoundingClientRect());"
            + " return boxes.every((box, i) => box.width > 300"
            + " && (i === 0 || box.top >= boxes[i - 1].bottom)); })";
    assertThat(browser.holds(stacked)).isTrue();
  }

  @Test
  void importLooksLikeThis() throws IOException {
    importRuns();
    browser.go("/");
    browser.awaitText("#import", "50 of 200");
    picture("import");
  }
}
