package io.snowbraid.sample;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says how to use another port; Spring Boot's own analyzer does not name the option. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PortInUseAnalyzer extends AbstractFailureAnalyzer<PortInUseException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, PortInUseException cause) {
    int port = cause.getPort();
    return new FailureAnalysis(
        "Port " + port + " is in use by another program.",
        "Use another port with --server.port=%d (with Maven: '-Dspring-boot.run.arguments=serve --server.port=%d'), or stop the other program."
            .formatted(port + 1, port + 1),
        cause);
  }
}
