package io.snowbraid.spring;

import io.snowbraid.NoWorkerAvailableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells what properties can do about a worker that was not to be had. */
final class NoWorkerFailureAnalyzer extends AbstractFailureAnalyzer<NoWorkerAvailableException> {

  private static final String ACTION =
      """
      Do what the description says. These properties may help:
      - snowbraid.create-table=false leaves a missing table of workers to your migrations; unless set, it is created
      - snowbraid.table, snowbraid.namespace and snowbraid.layout name another table, id space or layout
      - snowbraid.max-clock-offset bounds how far the clock may be off from the store's\
      """;

  @Override
  protected FailureAnalysis analyze(Throwable root, NoWorkerAvailableException cause) {
    return new FailureAnalysis(cause.getMessage(), ACTION, cause);
  }
}
