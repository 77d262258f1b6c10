package io.snowbraid.keyed;

import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.RateLimit;
import java.time.Duration;
import java.util.Optional;

/** Why the store fails, for people; logged once a minute. Safe for use by any number of threads. */
final class StoreTrouble {

  private final MonotonicTime steady;
  private final RateLimit warnings;
  private volatile String text = "";
  private volatile boolean isOver;

  StoreTrouble(MonotonicTime steady) {
    this.steady = steady;
    this.warnings = new RateLimit(1, Duration.ofMinutes(1), steady.nanoTime());
  }

  /** Notes a failure; returns what it says. */
  String failed(Throwable cause) {
    String line = Log.line(cause);
    if (!isOver && warnings.tryAcquire(steady.nanoTime())) {
      String message = "numbers per key: the store fails; it is tried again: " + line;
      if (Log.isEnding()) { // as H2, which closes its file then; where it was called from is known
        Log.warn("{0}", message);
      } else {
        Log.warn(message, cause);
      }
    }
    String reason = line.isEmpty() ? cause.getClass().getName() : line;
    text = reason;
    return reason;
  }

  /** Ends the warnings, because nothing is asked of the store any more that matters. */
  void end() {
    isOver = true;
  }

  /** Notes that the store works. */
  void ended() {
    text = "";
  }

  /** Returns why it fails; empty if it does not. */
  String text() {
    return text;
  }

  /** Returns why it fails, if it does. */
  Optional<String> ifAny() {
    return Optional.of(text).filter(line -> !line.isEmpty());
  }
}
