package io.snowbraid.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Runs headless Chromium, as installed by Debian's packages chromium and chromium-driver. */
final class Browser implements AutoCloseable {

  static final int DESKTOP = 1280;
  static final int PHONE = 390;

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);

  private static final String FIRST_LOOK =
      "window.Chart?.getChart('lanes')?.data.datasets.length > 0";

  /** The reason why tests are skipped. */
  static final String MISSING =
      "The sample's pages are not tested: /usr/bin/chromium or /usr/bin/chromedriver is missing;"
          + " Debian's packages chromium and chromium-driver have them.";

  private final ChromeDriver driver;
  private final String address;

  /** Tells whether the pages can be tested on this machine; prints the reason if not. */
  static boolean isInstalled() {
    boolean installed = Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    if (!installed) {
      System.out.println(MISSING);
    }
    return installed;
  }

  Browser(String address, Path profile) {
    this.address = address;
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build();
    this.driver = new ChromeDriver(service, options(profile));
    width(DESKTOP);
  }

  private static ChromeOptions options(Path profile) {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    return options;
  }

  ChromeDriver driver() {
    return driver;
  }

  void go(String path) {
    driver.get(address + path);
  }

  /** Sets the width of the page. */
  void width(int pixels) {
    emulate(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", pixels == PHONE));
  }

  /** Sets the colour scheme of the page. */
  void scheme(String scheme) {
    emulate(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private void emulate(String command, Map<String, Object> parameters) {
    driver.executeCdpCommand(command, parameters);
  }

  /** Disconnects the page from the network, or connects it again. */
  void offline(boolean is) {
    emulate("Network.enable", Map.of());
    emulate(
        "Network.emulateNetworkConditions",
        Map.of("offline", is, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
  }

  /** Sets whether pages that are opened from now on may run scripts. */
  void scripts(boolean run) {
    emulate("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  void click(String selector) {
    find(selector).click();
  }

  void type(String selector, CharSequence... keys) {
    find(selector).clear();
    find(selector).sendKeys(keys);
  }

  /**
   * Returns the text of an element; empty if there is none. Reads it in one step, because parts of
   * the page are replaced all the time.
   */
  String text(String selector) {
    String text =
        (String) script("return document.querySelector(arguments[0])?.innerText ?? ''", selector);
    return text.replaceAll("\\s+", " ").strip();
  }

  Object script(String script, Object... arguments) {
    return Objects.requireNonNull(driver.executeScript(script, arguments), script);
  }

  boolean holds(String script, Object... arguments) {
    return (Boolean) script("return " + script, arguments);
  }

  long number(String script, Object... arguments) {
    return ((Number) script("return " + script, arguments)).longValue();
  }

  /** Waits until a condition holds. */
  void await(String what, Supplier<Boolean> condition) {
    new WebDriverWait(driver, TIMEOUT, POLL).withMessage(what).until(any -> condition.get());
  }

  void awaitText(String selector, String part) {
    await(selector + " has to hold: " + part, () -> text(selector).contains(part));
  }

  /** Waits until the parts that the page requests by itself are loaded. */
  void awaitLoaded() {
    await("charts", () -> all("#lanes").isEmpty() || holds(FIRST_LOOK));
  }

  /** Waits until the charts have the colours of the page. */
  void awaitColours() {
    await(
        "colours",
        () ->
            all("#lanes").isEmpty()
                || holds("Chart.getChart('lanes').options.color === css('--text')"));
  }

  /** Returns the errors on the pages since the last call. */
  List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::toString)
        .toList();
  }

  /** Takes a screenshot of the whole page, in the format of the file's extension. */
  void picture(Path file) throws IOException {
    long height = number("document.documentElement.scrollHeight");
    long width = number("document.documentElement.clientWidth");
    Map<String, Object> clip = Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1);
    Map<String, Object> answer =
        driver.executeCdpCommand(
            "Page.captureScreenshot",
            format(file, Map.of("captureBeyondViewport", true, "clip", clip)));
    Files.write(file, Base64.getDecoder().decode((String) answer.get("data")));
  }

  private static Map<String, Object> format(Path file, Map<String, Object> others) {
    Map<String, Object> parameters = new HashMap<>(others);
    boolean isWebp = file.toString().endsWith(".webp");
    parameters.put("format", isWebp ? "webp" : "png");
    if (isWebp) {
      parameters.put("quality", 90);
    }
    return parameters;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
