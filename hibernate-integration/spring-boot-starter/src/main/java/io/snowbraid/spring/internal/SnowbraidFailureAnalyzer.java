package io.snowbraid.spring.internal;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.Causes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.util.StringUtils;

/**
 * Reports the problem and the remedy from the first exception of this library. Its message ends
 * with the remedy, and quotes what a database or another exception of this library says.
 */
final class SnowbraidFailureAnalyzer implements FailureAnalyzer {

  private static final String REMEDY = "; ";

  /** Stand for quotations while a message is split; no message has them. */
  private static final char FIRST_PLACEHOLDER = '\uE000';

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    Throwable own = own(failure);
    if (own == null) {
      return null;
    }
    if (own instanceof NotConfiguredException given) {
      return new FailureAnalysis(given.description(), given.action(), given);
    }
    Parts parts = Parts.of(own);
    return parts.remedy() == null
        ? new FailureAnalysis(parts.problem(), null, own)
        : new FailureAnalysis(
            StringUtils.capitalize(parts.problem()) + ".",
            StringUtils.capitalize(parts.remedy()) + setting(parts.problem()),
            own);
  }

  /** Names the setting that the remedy is about. */
  private static String setting(String problem) {
    return problem.contains("data source gave no connection")
        ? ". Set snowbraid.data-source to the name of the DataSource bean to use"
        : "";
  }

  private static @Nullable Throwable own(@Nullable Throwable failure) {
    return Causes.of(failure).filter(SnowbraidFailureAnalyzer::isOwn).findFirst().orElse(null);
  }

  private static boolean isOwn(Throwable failure) {
    return failure instanceof NotConfiguredException || failure instanceof SnowbraidException;
  }

  private static String message(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  /** What a message says. */
  private record Parts(String problem, @Nullable String remedy) {

    static Parts of(Throwable failure) {
      Throwable quoted = failure instanceof SnowbraidException ? own(failure.getCause()) : null;
      int start = quoted == null ? -1 : message(failure).indexOf(message(quoted));
      return quoted == null || start < 0
          ? split(failure)
          : of(quoted).after(message(failure).substring(0, start));
    }

    /** Adds what was tried. The cause has the remedy; what follows it is of no use at startup. */
    private Parts after(String attempt) {
      return new Parts(attempt + problem, remedy);
    }

    /** Splits a message. A quotation is left whole: it may have semicolons and several lines. */
    private static Parts split(Throwable failure) {
      List<String> quotations =
          Causes.of(failure.getCause())
              .filter(cause -> !isOwn(cause))
              .map(Throwable::getMessage)
              .filter(StringUtils::hasText)
              .toList();
      String message = message(failure);
      for (int i = 0; i < quotations.size(); i++) {
        message = message.replace(quotations.get(i), placeholder(i));
      }
      int end = message.lines().findFirst().orElse("").lastIndexOf(REMEDY);
      return end < 0
          ? new Parts(quoting(message, quotations), null)
          : new Parts(
              quoting(message.substring(0, end), quotations),
              quoting(message.substring(end + REMEDY.length()), quotations));
    }

    private static String quoting(String text, List<String> quotations) {
      String whole = text;
      for (int i = 0; i < quotations.size(); i++) {
        whole = whole.replace(placeholder(i), quotations.get(i));
      }
      return whole;
    }

    private static String placeholder(int quotation) {
      return String.valueOf((char) (FIRST_PLACEHOLDER + quotation));
    }
  }
}
