package io.snowbraid.jdbc.connection;

import io.snowbraid.internal.Deadline;
import io.snowbraid.internal.MonotonicTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Creates a table when it is first needed, or waits ten seconds for it. A table that is missing
 * later is an error.
 */
public final class FirstUse {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** How long others may take to create a table, from the first look to the last. */
  private static final Duration AWAITED = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Class<? extends RuntimeException> missing;
  private final AtomicBoolean seen = new AtomicBoolean();

  /**
   * Creates the state of one source.
   *
   * @param missing what is thrown if the table is missing
   */
  public FirstUse(Class<? extends RuntimeException> missing) {
    this.missing = missing;
  }

  /** Does work on the table, and creates it first if it is missing. */
  public <T> T orCreate(Supplier<T> work, Runnable creation) {
    boolean isLater = seen.get();
    try {
      return seen(work);
    } catch (RuntimeException e) {
      requireFirstUse(isLater, e);
      creation.run();
      return seen(work);
    }
  }

  /** Does work on the table, and waits if it is missing, because others may create it. */
  public <T> T orAwait(Supplier<T> work) {
    boolean isLater = seen.get();
    Deadline deadline = Deadline.after(AWAITED, MonotonicTime.SYSTEM);
    while (!deadline.isOver()) {
      try {
        return seen(work);
      } catch (RuntimeException e) {
        requireFirstUse(isLater, e);
        LOGGER.log(System.Logger.Level.DEBUG, "table is not there yet", e);
      }
      LockSupport.parkNanos(Math.min(PAUSE.toNanos(), deadline.remainingNanos()));
    }
    return seen(work);
  }

  private <T> T seen(Supplier<T> work) {
    T result = work.get();
    seen.set(true);
    return result;
  }

  /**
   * With a lost table, the record of what was issued is lost, too.
   *
   * @param isLater whether the table had been seen before the work began; another thread may have
   *     created it since
   */
  private void requireFirstUse(boolean isLater, RuntimeException e) {
    if (isLater || !missing.isInstance(e)) {
      throw e;
    }
  }
}
