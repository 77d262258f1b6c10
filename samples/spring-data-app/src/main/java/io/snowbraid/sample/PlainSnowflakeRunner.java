package io.snowbraid.sample;

import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/**
 * Runs a plain Snowflake generator on the application's clock, alongside the load and at the same
 * rate. Safe for use by any number of threads.
 */
@Component
class PlainSnowflakeRunner {

  private final ReentrantLock lock = new ReentrantLock();
  private final PlainSnowflake generator;
  private final RepeatCheck check = new RepeatCheck();

  PlainSnowflakeRunner(AdjustableClock clock) {
    this.generator = new PlainSnowflake(clock);
  }

  void issue(int count) {
    lock.lock();
    try {
      for (int i = 0; i < count; i++) {
        generator.nextId().ifPresent(check::add);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many ids it has issued again. */
  long repeats() {
    lock.lock();
    try {
      return check.repeats();
    } finally {
      lock.unlock();
    }
  }
}
