package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Formatter;
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

  /** A store that fails for long causes the same failure each minute. */
  @Test
  void stackTraceOfTheLastHourIsNotRepeated() {
    Formatter formatter = LogFormat.TEXT.formatter();
    LogRecord log = log("grant could not be recorded");
    log.setThrown(new IllegalStateException("no route to host"));
    assertThat(formatter.format(log)).contains("\tat io.snowbraid");
    log.setInstant(log.getInstant().plusSeconds(3_599));
    assertThat(formatter.format(log))
        .isEqualTo(
            "2026-11-22T15:59:59.000Z WARNING grant could not be recorded\n"
                + "java.lang.IllegalStateException: no route to host (its stack trace was logged at"
                + " 2026-11-22T15:00:00.000Z)\n");
    log.setInstant(log.getInstant().plusSeconds(2));
    assertThat(formatter.format(log)).contains("\tat io.snowbraid");
  }

  @Test
  void announcementIsALineOfTheLogInJson() {
    assertThat(LogFormat.TEXT.announcement("Snowbraid issues ids"))
        .isEqualTo("Snowbraid issues ids");
    assertThat(LogFormat.JSON.announcement("Snowbraid issues ids\ntry: redis-cli"))
        .startsWith("{\"time\":\"")
        .contains(",\"logger\":\"io.snowbraid.server\",")
        .endsWith("\"message\":\"Snowbraid issues ids\\ntry: redis-cli\"}");
  }
}
