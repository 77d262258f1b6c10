package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.IdText;
import io.snowbraid.layout.Layout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the page that takes ids apart, as a file. */
@Tag("slow")
@EnabledIf(value = "io.snowbraid.sample.Browser#isInstalled", disabledReason = Browser.MISSING)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DecoderBrowserTest {

  private static final String PAGE = Path.of("../../docs/decoder.html").toUri().toString();

  private Browser browser;

  @BeforeAll
  void openBrowser(@TempDir Path profile) {
    browser = new Browser(PAGE, profile);
  }

  @AfterAll
  void closeBrowser() {
    browser.close();
  }

  @BeforeEach
  void openPage() {
    browser.go("");
  }

  @AfterEach
  void pageHasNoErrors() {
    assertThat(browser.errors()).isEmpty();
  }

  /** Name and text form of each layout of this project that the page offers. */
  @SuppressWarnings("unchecked")
  private List<List<String>> layouts() {
    return (List<List<String>>)
        browser.script(
            "return LAYOUTS.filter(([of]) => of === 'Snowbraid').map((l) => l.slice(1))");
  }

  /** Returns what the page finds in an id: the fields by name, and the time. */
  @SuppressWarnings("unchecked")
  private Map<String, String> decoded(String id, String layout) {
    return (Map<String, String>)
        browser.script(
            "const {fields, time} = decode(readId(arguments[0]), readLayout(arguments[1]));"
                + "return Object.fromEntries([...fields.map((f) => [f.name, String(f.value)]),"
                + "  ['at', time]])",
            id,
            layout);
  }

  @Test
  void pageHasTheLayoutsOfTheLibrary() {
    assertThat(layouts())
        .hasSize(7)
        .allSatisfy(
            layout ->
                assertThat(Layout.parse(layout.get(1))).isEqualTo(Layout.parse(layout.get(0))));
  }

  @Test
  void pageFindsWhatTheLibraryFinds() {
    Random random = new Random(1);
    for (List<String> names : layouts()) {
      Layout layout = Layout.parse(names.get(0));
      for (int i = 0; i < 25; i++) {
        long id = random.nextLong(layout.maxId(layout.lastInstant()));
        String text = i % 2 == 0 ? Long.toString(id) : "0x" + Long.toHexString(id);
        assertSame(layout.decode(id), decoded(text, layout.toString()));
      }
    }
  }

  private static void assertSame(IdParts parts, Map<String, String> found) {
    assertThat(Instant.parse(found.get("at"))).isEqualTo(parts.time());
    assertThat(found.getOrDefault("rollback", "0")).isEqualTo("" + parts.rollback());
    assertThat(found.getOrDefault("timeline", "0")).isEqualTo("" + parts.timeline());
    assertThat(found.getOrDefault("worker", "0")).isEqualTo("" + parts.worker());
    assertThat(found.get("sequence")).isEqualTo("" + parts.sequence());
    assertThat(found.getOrDefault("tail", "0")).isEqualTo("" + parts.tail());
  }

  @Test
  void bitsAreDrawnForAnIdInEachForm() {
    long id = 249_829_395_706_151_633L;
    for (String form :
        List.of(
            "" + id,
            "0x" + Long.toHexString(id),
            IdText.format(id),
            "249,829,395,706,151,633",
            "249'829'395'706'151'633")) {
      browser.type("#id", form);
      assertThat(browser.text("#when")).isEqualTo("2026-11-21T09:32:49.542Z");
      assertThat(browser.all("#bits div")).hasSize(5);
      assertThat(browser.text("#table")).contains("timeline 2 1").contains("sequence 11 721");
      assertThat(browser.text("#forms")).contains(IdText.format(id), "0x03779283018402D1");
    }
  }

  @Test
  void pageBeginsWithAnExample() {
    assertThat(browser.text("#when")).isEqualTo("2026-11-21T09:32:49.542Z");
  }

  /** Ids that others have published with their times. */
  @ParameterizedTest
  @CsvSource({
    "Discord, 175928847299117063, 2016-04-30T11:18:25.796Z",
    "'Leaf, MyBatis-Plus, Hutool', 1541815603606036480, 2022-06-28T16:07:40.105Z",
    "DEFAULT, 017f22e2-79b0-7cc3-98c4-dc0c0c07398f, 2022-02-22T19:22:22.000Z",
    "DEFAULT, 01ARZ3NDEKTSV4RRFFQ69G5FAV, 2016-07-30T23:54:10.259Z"
  })
  void idsOfOthersHaveTheirTimes(String layout, String id, String time) {
    browser.script(
        "return byId('layout').value = LAYOUTS.findIndex(([, name]) => name === arguments[0])",
        layout);
    browser.type("#id", id);
    assertThat(browser.text("#when")).isEqualTo(time);
  }

  @Test
  void ownFieldsAreAskedForAndChecked() {
    assertThat(browser.find("#fields").isDisplayed()).isFalse();
    browser.script("byId('layout').value = OWN; byId('id').value = '1'; look(); return true");
    assertThat(browser.find("#fields").isDisplayed()).isTrue();
    assertThat(browser.text("#when")).isEqualTo("2025-01-01T00:00:00.000Z");
    browser.type("#fields", "time=41,wroker=1");
    assertThat(browser.text("#problem")).contains("field=wroker=1");
    assertThat(browser.find("#result").isDisplayed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "12O, id must be a decimal number",
    "'1,23', id must be a decimal number",
    "9223372036854775808, at most 63 bits"
  })
  void wrongIdsAreExplained(String id, String problem) {
    browser.type("#id", id);
    assertThat(browser.text("#problem")).contains(problem);
    assertThat(browser.find("#result").isDisplayed()).isFalse();
  }
}
