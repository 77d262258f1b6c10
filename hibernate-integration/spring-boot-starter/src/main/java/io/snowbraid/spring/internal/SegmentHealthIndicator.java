package io.snowbraid.spring.internal;

import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports the health of segments: up while numbers are buffered, even if the store fails; down if a
 * tag has no numbers left and its last draw failed. The check draws nothing.
 */
final class SegmentHealthIndicator extends AbstractHealthIndicator {

  private static final int MAX_TAGS = 20;

  private final SegmentGenerators numbers;

  SegmentHealthIndicator(SegmentGenerators numbers) {
    super("segment status could not be read");
    this.numbers = numbers;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    List<SegmentStatus> all = numbers.status();
    boolean isDown = all.stream().anyMatch(SegmentHealthIndicator::isDown);
    health.status(isDown ? "DOWN" : "UP");
    all.stream()
        .limit(MAX_TAGS)
        .forEach(status -> health.withDetail(status.tag(), details(status)));
    if (all.size() > MAX_TAGS) {
      health.withDetail("more tags", all.size() - MAX_TAGS);
    }
  }

  private static boolean isDown(SegmentStatus status) {
    return status.buffered() == 0 && status.lastFailure().isPresent();
  }

  private static Map<String, Object> details(SegmentStatus status) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("buffered", status.buffered());
    status.remainingTime().ifPresent(time -> details.put("remainingTime", time));
    status.lastFailure().ifPresent(failure -> details.put("lastFailure", failure));
    return details;
  }
}
