package io.snowbraid.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells how to say where the worker comes from. */
final class WorkerNotConfiguredFailureAnalyzer
    extends AbstractFailureAnalyzer<WorkerNotConfiguredException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, WorkerNotConfiguredException cause) {
    return new FailureAnalysis(cause.description(), cause.action(), cause);
  }
}
