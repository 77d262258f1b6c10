package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.testkit.SegmentSourceContract;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class MemorySegmentSourceTest extends SegmentSourceContract {

  private SegmentSource source = new MemorySegmentSource();

  @Override
  protected SegmentSource source() {
    return source;
  }

  /** Serves the callers of a busy store from the last to the first. */
  private static final class LastCallerFirst extends BrokenSegmentSources.Delegating {

    private final Deque<Thread> callers = new ConcurrentLinkedDeque<>();
    private final ReentrantLock lock = new ReentrantLock();

    LastCallerFirst(SegmentSource store) {
      super(store);
    }

    @Override
    public Segment draw(String tag, long count) {
      Thread caller = Thread.currentThread();
      callers.push(caller);
      while (lock.isLocked() || callers.peek() != caller) {
        LockSupport.parkNanos(1_000_000);
      }
      Segment drawn = super.draw(tag, count);
      callers.remove(caller);
      return drawn;
    }
  }

  @Test
  void suiteRejectsASourceThatServesTheLastCallerFirst() {
    LastCallerFirst broken = new LastCallerFirst(new MemorySegmentSource());
    SegmentSourceContract suite =
        new MemorySegmentSourceTest() {
          @Override
          protected SegmentSource source() {
            return broken;
          }

          @Override
          protected Optional<AutoCloseable> holdUp() {
            broken.lock.lock();
            return Optional.of(broken.lock::unlock);
          }
        };
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::callersOfAProcessAreServedInTheirOrder);
  }

  @Test
  void suiteRejectsASourceThatBeginsAgain() {
    SegmentSourceContract suite =
        new MemorySegmentSourceTest() {
          @Override
          protected boolean deleteStore() {
            ((MemorySegmentSourceTest) this).source = new MemorySegmentSource();
            return true;
          }
        };
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::storeThatWasDeletedDoesNotBeginAgain);
  }
}
