package io.snowbraid.segment;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The calls that wait for numbers of one tag. */
final class WaitingCalls {

  /** Small at first, because there are many tags, and few calls wait. */
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet(1);

  private final AtomicLong count = new AtomicLong();
  private final AtomicLong needed = new AtomicLong();

  /**
   * Adds the thread of this call.
   *
   * @param numbers how many numbers the call needs
   */
  void enter(long numbers) {
    count.incrementAndGet();
    needed.accumulateAndGet(numbers, Math::max);
    threads.add(Thread.currentThread());
  }

  void leave() {
    threads.remove(Thread.currentThread());
  }

  boolean isEmpty() {
    return threads.isEmpty();
  }

  /** Returns how many numbers the largest call that began to wait since the last time needs. */
  long takeNeeded() {
    return needed.getAndSet(0);
  }

  /** Lets all calls look again. */
  void wake() {
    threads.forEach(LockSupport::unpark);
  }

  /** Returns how many calls have waited. */
  long count() {
    return count.get();
  }
}
