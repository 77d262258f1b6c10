package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSourceException;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogFormatTest {

  private static LogRecord log(String message, Object... values) {
    LogRecord log = new LogRecord(Level.WARNING, message);
    log.setInstant(Instant.parse("2026-11-22T15:00:00Z"));
    log.setLoggerName("io.snowbraid");
    log.setParameters(values);
    return log;
  }

  @Test
  void textHasTimeLevelAndMessage() {
    assertThat(LogFormat.TEXT.formatter().format(log("clock jumped by {0}", "5 s")))
        .isEqualTo("2026-11-22T15:00:00.000Z WARNING clock jumped by 5 s\n");
  }

  @Test
  void jsonIsOneLineWhateverTheMessageIs() {
    LogRecord log = log("say \"{0}\"", "a\nb");
    assertThat(LogFormat.JSON.formatter().format(log))
        .isEqualTo(
            "{\"time\":\"2026-11-22T15:00:00.000Z\",\"level\":\"WARNING\","
                + "\"logger\":\"io.snowbraid\",\"message\":\"say \\\"a\\nb\\\"\"}\n");
  }

  @Test
  void failuresHaveTheirStackTraceAndNoSecrets() {
    LogRecord log = log("store failed: jdbc:postgresql://host/a?user=b&password=secret");
    log.setThrown(new IllegalStateException("jdbc:postgresql://host/a?user=b&password=secret"));
    for (LogFormat format : LogFormat.values()) {
      assertThat(format.formatter().format(log))
          .contains("IllegalStateException", "failuresHaveTheirStackTraceAndNoSecrets")
          .doesNotContain("secret\"", "password=secret");
    }
    assertThat(LogFormat.JSON.formatter().format(log)).containsOnlyOnce("\n");
  }

  /** Their messages say what to do. */
  @Test
  void failuresOfTheStoreAreALineWithTheirCauses() {
    LogRecord log = log("numbers of tag orders cannot be drawn: the store failed");
    Exception cause = new IllegalStateException("no route to host");
    log.setThrown(new SegmentSourceException("the store failed", cause));
    assertThat(LogFormat.TEXT.formatter().format(log))
        .isEqualTo(
            "2026-11-22T15:00:00.000Z WARNING numbers of tag orders cannot be drawn: the store"
                + " failed, cause=no route to host\n");
  }

  @Test
  void announcementIsALineOfTheLogInJson() {
    assertThat(LogFormat.TEXT.line(Level.INFO, "Snowbraid issues ids"))
        .isEqualTo("Snowbraid issues ids");
    assertThat(LogFormat.JSON.line(Level.INFO, "Snowbraid issues\nids"))
        .startsWith("{\"time\":\"")
        .contains(",\"logger\":\"io.snowbraid.server\",")
        .endsWith("\"message\":\"Snowbraid issues\\nids\"}");
  }
}
