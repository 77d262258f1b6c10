package io.snowbraid.spring;

import io.snowbraid.SnowbraidException;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.worker.WorkerSourceException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.util.StringUtils;

/**
 * Reports the problem and the remedy from the first exception of this library. Its message ends
 * with the remedy.
 */
final class SnowbraidFailureAnalyzer implements FailureAnalyzer {

  private static final String REMEDY = "; ";

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SnowbraidFailureAnalyzer::isOurs)
        .findFirst()
        .map(SnowbraidFailureAnalyzer::analysis)
        .orElse(null);
  }

  private static boolean isOurs(Throwable failure) {
    return failure instanceof NotConfiguredException
        || failure instanceof SnowbraidException
        || failure instanceof WorkerSourceException
        || failure instanceof FunctionInstallException;
  }

  private static FailureAnalysis analysis(Throwable failure) {
    if (failure instanceof NotConfiguredException given) {
      return new FailureAnalysis(given.description(), given.action(), given);
    }
    String message = String.valueOf(failure.getMessage());
    String firstLine = message.lines().findFirst().orElse("");
    int end = firstLine.lastIndexOf(REMEDY);
    return end < 0
        ? new FailureAnalysis(message, null, failure)
        : new FailureAnalysis(
            StringUtils.capitalize(message.substring(0, end)) + ".",
            StringUtils.capitalize(message.substring(end + REMEDY.length())),
            failure);
  }
}
