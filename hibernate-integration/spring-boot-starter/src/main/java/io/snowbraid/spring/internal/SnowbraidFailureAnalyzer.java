package io.snowbraid.spring.internal;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.Causes;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.util.StringUtils;

/**
 * Reports the problem and the remedy from the first exception of this library, whose message ends
 * with it.
 */
final class SnowbraidFailureAnalyzer implements FailureAnalyzer {

  private static final String REMEDY = "; ";

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    Throwable own = own(failure);
    if (own == null) {
      return null;
    }
    if (own instanceof NotConfiguredException given) {
      return new FailureAnalysis(given.description(), given.action(), given);
    }
    String message = message(own);
    String remedy = remedy(failure);
    int end = remedy.isEmpty() ? -1 : message.indexOf(remedy);
    return end < 0
        ? new FailureAnalysis(message, null, own)
        : new FailureAnalysis(
            StringUtils.capitalize(message.substring(0, end - REMEDY.length())) + ".",
            StringUtils.capitalize(remedy) + setting(message),
            own);
  }

  /** Returns the end of the message that has the cause; others quote it, and may add to it. */
  private static String remedy(Throwable failure) {
    String cause =
        Causes.of(failure)
            .filter(SnowbraidFailureAnalyzer::isOwn)
            .reduce((outer, inner) -> inner)
            .map(SnowbraidFailureAnalyzer::message)
            .orElse("");
    int end = cause.lastIndexOf(REMEDY);
    return end < 0 ? "" : cause.substring(end + REMEDY.length());
  }

  /** Names the setting that the remedy is about. */
  private static String setting(String problem) {
    return problem.contains("data source gave no connection")
        ? ". Set snowbraid.data-source to the name of the DataSource bean to use"
        : "";
  }

  private static String message(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  private static @Nullable Throwable own(@Nullable Throwable failure) {
    return Causes.of(failure).filter(SnowbraidFailureAnalyzer::isOwn).findFirst().orElse(null);
  }

  private static boolean isOwn(Throwable failure) {
    return failure instanceof NotConfiguredException || failure instanceof SnowbraidException;
  }
}
