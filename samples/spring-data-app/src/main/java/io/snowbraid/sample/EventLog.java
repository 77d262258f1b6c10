package io.snowbraid.sample;

import io.snowbraid.SnowflakeEvent;
import io.snowbraid.SnowflakeListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/**
 * Keeps the last notable events of the generator, for a page. Safe for use by any number of
 * threads.
 */
@Component
class EventLog implements SnowflakeListener {

  private static final int KEPT = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Entry> entries = new ArrayDeque<>();

  /**
   * An event, or several equal ones in a row.
   *
   * @param time when the last of them was received
   * @param text what happened
   * @param count how many there were in a row
   */
  record Entry(Instant time, String text, int count) {}

  @Override
  public void onEvent(SnowflakeEvent event) {
    describe(event).ifPresent(this::add);
  }

  /**
   * Describes a notable event. In a burst, timelines overflow and ids run ahead of the clock
   * thousands of times a second, which is not notable.
   */
  private static Optional<String> describe(SnowflakeEvent event) {
    if (event instanceof SnowflakeEvent.TimelineSwitched switched) {
      return Optional.of(describe(switched));
    } else if (event instanceof SnowflakeEvent.RollbackAbsorbed absorbed) {
      return Optional.of(
          "Clock stepped back by "
              + Formats.length(absorbed.stepBack())
              + ": treated as standing still");
    } else if (event instanceof SnowflakeEvent.CallFailed failed) {
      return Optional.of("No id: " + failed.cause().getClass().getSimpleName());
    } else if (event instanceof SnowflakeEvent.Waited waited) {
      return Optional.of("A call waited for " + Formats.length(waited.time()));
    } else if (event instanceof SnowflakeEvent.WorkerLost lost) {
      return Optional.of("Worker " + lost.worker() + " was acquired by another process");
    } else if (event instanceof SnowflakeEvent.StoreFailed) {
      return Optional.of("The worker table could not be written");
    }
    return Optional.empty();
  }

  private static String describe(SnowflakeEvent.TimelineSwitched switched) {
    Duration step = switched.step();
    return "Clock stepped %s by %s: now on %s"
        .formatted(
            step.isNegative() ? "back" : "forward",
            Formats.length(step),
            Formats.lane(switched.rollback(), switched.timeline()));
  }

  private void add(String text) {
    lock.lock();
    try {
      Entry last = entries.peekFirst();
      boolean again = last != null && last.text().equals(text);
      int count = again ? entries.removeFirst().count() + 1 : 1;
      entries.addFirst(new Entry(Instant.now(), text, count));
      if (entries.size() > KEPT) {
        entries.removeLast();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the last events, the latest first. */
  List<Entry> entries() {
    lock.lock();
    try {
      return List.copyOf(entries);
    } finally {
      lock.unlock();
    }
  }
}
