package io.snowbraid.segment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The segments of a tag that were drawn and not used up, in the order in which they were drawn; and
 * the calls that wait for the next one.
 *
 * <p>Numbers are taken from the current range without a lock. A range is left only when it is used
 * up, so a call that was delayed finds nothing in it, and numbers strictly increase over all
 * threads.
 */
final class NumberBuffer {

  /**
   * How many numbers there are and were.
   *
   * @param left how many can be issued without another draw
   * @param segments how many segments they belong to
   * @param draws how many segments were drawn
   * @param issued how many were issued, or are being taken by calls in flight
   */
  record Counts(long left, int segments, long draws, long drawn, long issued, long discarded) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Segment> ahead = new ArrayDeque<>(2);
  private volatile Range current = Range.empty();
  private long aheadCount;
  private volatile boolean frozen;
  private long draws;
  private long drawn;
  private long discarded;
  private long unused;
  private List<Segment> rests = List.of();
  private long reserve;

  /** The counter after the last one that was drawn. */
  private long end;

  /** Of the calls that wait. Small at first, because there are many tags, and few calls wait. */
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet(1);

  private final AtomicLong waits = new AtomicLong();
  private final AtomicLong needed = new AtomicLong();

  Range current() {
    return current;
  }

  boolean isFrozen() {
    return frozen;
  }

  /** Leaves a range that is used up. Returns false if there is no other. */
  boolean leave(Range used) {
    lock.lock();
    try {
      if (current == used) {
        if (frozen || ahead.isEmpty()) {
          return false;
        }
        next();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void next() {
    Segment segment = ahead.remove();
    aheadCount -= segment.count();
    current = Range.of(segment);
    setAlarm();
  }

  private void setAlarm() {
    current.alarmAt(Math.max(0, reserve - aheadCount));
  }

  /**
   * Adds a segment.
   *
   * @param newReserve with so many numbers left, the next one has to be drawn
   * @param maxBehind discard numbers that are farther behind this segment
   */
  void add(Segment segment, long newReserve, long maxBehind) {
    lock.lock();
    try {
      reserve = newReserve;
      if (segment.first() - end > maxBehind) {
        discardAll();
      }
      ahead.add(segment);
      end = segment.last() + 1;
      aheadCount += segment.count();
      drawn += segment.count();
      draws++;
      setAlarm();
    } finally {
      lock.unlock();
    }
  }

  /** Discards all numbers if they are too far behind a bound, and returns how many they were. */
  long discardBehind(long bound, long maxBehind) {
    lock.lock();
    try {
      long before = discarded;
      if (!frozen && left() > 0 && bound - end > maxBehind) {
        discardAll();
      }
      return discarded - before;
    } finally {
      lock.unlock();
    }
  }

  private void discardAll() {
    discarded += count(endAll());
    current = Range.empty();
  }

  /** Ends all ranges forever. Returns false if that was done before. */
  boolean freeze() {
    lock.lock();
    try {
      boolean isFirst = !frozen;
      frozen = true;
      rests = plus(rests, endAll());
      return isFirst;
    } finally {
      lock.unlock();
    }
  }

  /** Returns what was left when this was frozen, and what was added since, once. */
  List<Segment> takeRests() {
    lock.lock();
    try {
      List<Segment> taken = plus(rests, endAll());
      rests = List.of();
      unused += count(taken);
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private List<Segment> endAll() {
    List<Segment> ended = new ArrayList<>();
    Segment rest = current.freeze();
    if (rest != null) {
      ended.add(rest);
    }
    ended.addAll(ahead);
    ahead.clear();
    aheadCount = 0;
    return ended;
  }

  private static List<Segment> plus(List<Segment> some, List<Segment> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static long count(List<Segment> segments) {
    return segments.stream().mapToLong(Segment::count).sum();
  }

  private long left() {
    return current.left() + aheadCount;
  }

  Counts counts() {
    lock.lock();
    try {
      long left = left();
      int segments = ahead.size() + (current.left() > 0 ? 1 : 0);
      long issued = drawn - discarded - unused - count(rests) - left;
      return new Counts(left, segments, draws, drawn, issued, discarded);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes that this thread waits.
   *
   * @param numbers how many numbers the call needs
   */
  void beginWait(long numbers) {
    waits.incrementAndGet();
    needed.accumulateAndGet(numbers, Math::max);
    threads.add(Thread.currentThread());
  }

  /** Ends what {@link #beginWait} began. */
  void endWait() {
    threads.remove(Thread.currentThread());
  }

  /** Returns whether a call waits. */
  boolean isAwaited() {
    return !threads.isEmpty();
  }

  /** Returns how many numbers the largest call that began to wait since the last time needs. */
  long takeNeeded() {
    return needed.getAndSet(0);
  }

  /** Lets all calls that wait look again. */
  void wake() {
    threads.forEach(LockSupport::unpark);
  }

  /** Returns how many calls have waited. */
  long waits() {
    return waits.get();
  }
}
