package io.snowbraid.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells what to change in the application. */
final class NotConfiguredFailureAnalyzer extends AbstractFailureAnalyzer<NotConfiguredException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, NotConfiguredException cause) {
    return new FailureAnalysis(cause.description(), cause.action(), cause);
  }
}
