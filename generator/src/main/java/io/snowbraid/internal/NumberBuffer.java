package io.snowbraid.internal;

import static io.snowbraid.internal.Locks.holding;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.error.WaitInterruptedException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Buffers numbers drawn ahead from a slow source. It holds the unused numbers, draws more in the
 * background (one draw at a time), and makes calls wait for them. Subclasses define how to draw,
 * what failures mean, and which exceptions calls throw. The source may fail, hang, throw anything,
 * or return invalid numbers.
 *
 * <p>Calls take numbers from the current range without a lock. A range is replaced only when it is
 * used up, so a delayed call finds it empty. Numbers strictly increase across all threads if the
 * draws do.
 *
 * <p>Thread-safe.
 */
public abstract class NumberBuffer implements Rounds.Work {

  /** Means that there is no number; numbers are never negative. */
  public static final long NONE = -1;

  /** The pause after a first failure. */
  protected static final Duration PAUSE = Duration.ofMillis(100);

  private static final Duration MAX_PAUSE = Duration.ofSeconds(10);
  private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

  /**
   * Counts numbers and draws.
   *
   * @param left how many numbers can be issued without another draw
   * @param ranges how many draws the buffered numbers come from
   * @param draws how many draws succeeded
   * @param drawn how many numbers were drawn
   * @param issued how many numbers were issued, including those that running calls are taking
   * @param discarded how many numbers were discarded unused
   */
  public record Counts(
      long left, int ranges, long draws, long drawn, long issued, long discarded) {}

  /**
   * Describes a failed draw.
   *
   * @param cause the failure
   * @param isFinal whether retrying is useless until the cause is removed
   * @param at when it failed, by the monotonic clock
   * @param pause the pause before the next attempt if no call waits
   */
  public record Failure(Throwable cause, boolean isFinal, long at, Duration pause) {}

  /**
   * Limits one call's total wait, from its first wait on.
   *
   * @param unanswered applies while no draw has failed
   * @param failing applies after a draw has failed
   */
  public record CallLimit(Deadline unanswered, Deadline failing) {}

  private final MonotonicTime time;
  private final DrawPlan plan;
  private final Scheduler scheduler;
  private final long maxAgeNanos;
  private final Rounds rounds;
  private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Range> upcoming = new ArrayDeque<>(2);
  private volatile Range current = new Range(0, 1, 0, null, 0);
  private long upcomingCount;
  private volatile boolean isClosing;
  private long draws;
  private long drawn;
  private long discarded;
  private long unused;
  private long reserve;
  private long clearings;
  private boolean isWatched;

  /** The counter after the last one drawn. */
  private long end;

  /** The waiting threads. Initially small, because there are many tags, and few calls wait. */
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet(1);

  private final AtomicLong waits = new AtomicLong();
  private final AtomicLong needed = new AtomicLong();

  private @Nullable RateLimit warnings;
  private volatile @Nullable Failure failure;

  /** Written only in rounds, before {@link #failure}, and read after it. */
  private long failures;

  private volatile long wanted;

  /**
   * Creates an empty buffer. The first call for numbers starts the first draw.
   *
   * @param foreign the foreign code that draws; the thread gets its class loader
   * @param plan decides how many numbers to draw, and when
   * @param maxAge the highest age of numbers; more than 292 years if they do not age
   * @param time the monotonic clock
   * @param scheduler runs the draws
   */
  protected NumberBuffer(
      Object foreign, DrawPlan plan, Duration maxAge, MonotonicTime time, Scheduler scheduler) {
    this.plan = plan;
    this.scheduler = scheduler;
    this.maxAgeNanos = Durations.nanos(maxAge);
    this.time = time;
    this.rounds = new Rounds(foreign, scheduler, this);
  }

  /**
   * Draws numbers. Called by one thread at a time.
   *
   * @param count how many; returning fewer or more is no failure
   * @return an unused range
   * @throws Exception if the draw fails, with information for callers
   */
  protected abstract Range draw(long count) throws Exception;

  /**
   * Returns unused numbers after the buffer is closed. Called at most once, on the drawing thread.
   *
   * @param first the first counter
   * @param count how many consecutive counters, of the last draw and before it
   */
  protected void returnUnused(long first, long count) {}

  /**
   * Returns whether retrying after a failure is useless until its cause is removed.
   *
   * @param cause thrown by a draw
   * @return false if a retry may succeed
   */
  protected abstract boolean isFinal(Throwable cause);

  /**
   * Returns whether a draw failed because the caller requested numbers that do not exist.
   *
   * @param cause thrown by a draw
   * @return false unless overridden
   */
  protected boolean isUnknown(Throwable cause) {
    return false;
  }

  /**
   * Returns how long a call may wait.
   *
   * @return at least 0
   */
  protected abstract Duration maxWait();

  /**
   * Returns the longest pause after a failure before a waiting call causes another draw.
   *
   * @return the longest pause
   */
  protected abstract Duration maxPauseOfCalls();

  /**
   * Creates the exception for calls after the buffer is closed.
   *
   * @return the exception to throw
   */
  protected abstract GeneratorClosedException closedFailure();

  /**
   * Creates the exception for a call that gets no numbers.
   *
   * @param last the last draw's failure; null if it succeeded, or there was none
   * @param deadline the call's deadline
   * @return the exception to throw
   */
  protected abstract SnowbraidException unavailable(@Nullable Failure last, Deadline deadline);

  /**
   * Takes one number, waiting if none is buffered.
   *
   * @return a number
   */
  public final long nextId() {
    Range range = current;
    long index = range.next();
    return range.isBeforeRefillMark(index) ? range.number(index) : nextId(range, index);
  }

  private long nextId(Range range, long index) {
    long number = tryNextId(range, index);
    if (number != NONE) {
      return number;
    }
    long[] one = new long[1];
    fill(one, 0, null);
    return one[0];
  }

  /**
   * Takes a buffered number.
   *
   * @return a number; {@link #NONE} if none is buffered
   */
  public final long tryNextId() {
    Range range = current;
    return tryNextId(range, range.next());
  }

  private long tryNextId(Range first, long taken) {
    Range range = first;
    long index = taken;
    while (!range.contains(index)) {
      if (!replace(range)) {
        return NONE;
      }
      range = current;
      index = range.next();
    }
    if (!range.isBeforeRefillMark(index)) {
      drawAhead(range);
    }
    return range.number(index);
  }

  private void drawAhead(Range range) {
    range.clearRefillMark();
    rounds.request();
  }

  /**
   * Fills the rest of an array, waiting if necessary.
   *
   * @param target the array
   * @param from the first index to fill
   * @param limit the call's limit, if it may have waited already
   */
  public final void fill(long[] target, int from, @Nullable CallLimit limit) {
    CallLimit begun = limit;
    int filled = tryFill(target, from);
    while (filled < target.length) {
      begun = begun == null ? limit() : begun;
      prepare(target.length - filled, begun);
      filled = tryFill(target, filled);
    }
  }

  /**
   * Fills an array with buffered numbers, and sorts it if they may come from different draws,
   * because a source may draw from several stores.
   *
   * @param target the array
   * @param from the first index to fill
   * @return the first index that was not filled
   */
  public final int tryFill(long[] target, int from) {
    Range first = current;
    int filled = fillUnsorted(target, from);
    if (from > 0 || current != first) {
      Arrays.sort(target, 0, filled);
    }
    return filled;
  }

  private int fillUnsorted(long[] target, int from) {
    int filled = from;
    while (filled < target.length) {
      Range range = current;
      filled += range.fill(target, filled);
      if (filled == target.length) {
        if (range.isPastRefillMark()) {
          drawAhead(range);
        }
      } else if (!replace(range)) {
        return filled;
      }
    }
    return filled;
  }

  /**
   * Starts the limit of a waiting call.
   *
   * @return a new limit
   */
  public final CallLimit limit() {
    return limit(maxWait(), maxWait());
  }

  /**
   * Starts the limit of a waiting call.
   *
   * @param unanswered applies while no draw has failed
   * @param failing applies after a draw has failed
   * @return a new limit
   */
  public final CallLimit limit(Duration unanswered, Duration failing) {
    return new CallLimit(Deadline.after(unanswered, time), Deadline.after(failing, time));
  }

  /**
   * Waits until numbers are buffered.
   *
   * @param missing how many the call needs
   * @param limit the call's limit
   */
  public final void prepare(long missing, CallLimit limit) {
    if (hasNumbers()) {
      return;
    }
    waits.incrementAndGet();
    needed.accumulateAndGet(missing, Math::max);
    threads.add(Thread.currentThread());
    try {
      while (!hasNumbers()) {
        awaitDraw(limit);
      }
    } finally {
      threads.remove(Thread.currentThread());
    }
  }

  private boolean hasNumbers() {
    Range range = current;
    return range.left() > 0 || replace(range);
  }

  private void awaitDraw(CallLimit limit) {
    if (isClosing) {
      throw closedFailure();
    }
    Failure before = failure;
    if (before != null && before.isFinal() && elapsed(before).compareTo(PAUSE) < 0) {
      throw unavailable(before, limit.failing());
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new WaitInterruptedException(toString());
    }
    rounds.request();
    Failure last = failure;
    Deadline deadline = last == null ? limit.unanswered() : limit.failing();
    if (deadline.isOver()) {
      throw unavailable(last, deadline);
    }
    deadline.awaitSlice();
  }

  private Duration elapsed(Failure past) {
    return Duration.ofNanos(time.nanoTime() - past.at());
  }

  /** Replaces a used-up range. Returns false if there is no other. */
  private boolean replace(Range used) {
    return holding(lock, () -> current != used || next());
  }

  private boolean next() {
    if (isClosing || upcoming.isEmpty()) {
      return false;
    }
    Range range = upcoming.remove();
    upcomingCount -= range.count;
    current = range;
    updateRefillMark();
    return true;
  }

  private void updateRefillMark() {
    current.setRefillMark(Math.max(0, reserve - upcomingCount));
  }

  @Override
  public final void round() {
    if (isClosing) {
      rounds.cancelNext();
      returnUnused(holding(lock, this::endAll));
      closed.complete(null);
    } else if (isDue()) {
      drawNow();
      threads.forEach(LockSupport::unpark);
      if (failure == null && isLow()) {
        rounds.request();
      }
    }
  }

  @Override
  public final void rejected(RejectedExecutionException cause) {
    failure = new Failure(cause, false, time.nanoTime(), PAUSE);
  }

  /** Returns whether a draw is due; after a failure, not before its pause has passed. */
  private boolean isDue() {
    if (!isLow()) {
      return false;
    }
    Failure last = failure;
    if (last == null) {
      return true;
    }
    Duration pause =
        threads.isEmpty() ? last.pause() : Durations.min(last.pause(), maxPauseOfCalls());
    return elapsed(last).compareTo(pause) >= 0;
  }

  private boolean isLow() {
    return counts().left() < Math.max(1, plan.reserve());
  }

  private void drawNow() {
    long begun = time.nanoTime();
    long issued = counts().issued();
    long seenClearings = holding(lock, () -> clearings);
    try {
      long planned = plan.size(begun, issued, needed.getAndSet(0));
      wanted = planned;
      Range range = draw(planned);
      plan.recordDraw(begun, time.nanoTime(), issued, planned);
      holding(lock, () -> add(range, seenClearings));
      failure = null;
    } catch (Throwable e) { // calls must learn of everything the source throws
      failed(e);
    }
  }

  private void add(Range range, long seenClearings) {
    if (clearings != seenClearings) {
      return;
    }
    if (maxAgeNanos < Long.MAX_VALUE && !isWatched) {
      watch(maxAgeNanos); // may fail; unwatched numbers would never expire
      isWatched = true;
    }
    reserve = plan.reserve();
    upcoming.add(range);
    end = range.first + (range.count - 1) * range.step + 1;
    upcomingCount += range.count;
    drawn += range.count;
    draws++;
    updateRefillMark();
  }

  private void failed(Throwable cause) {
    Failure last = failure;
    long now = time.nanoTime();
    Duration pause = last == null ? PAUSE : Durations.min(last.pause().multipliedBy(2), MAX_PAUSE);
    failures++;
    failure = new Failure(cause, isFinal(cause), now, pause);
    if (warnings == null) {
      warnings = new RateLimit(1, WARNING_INTERVAL, now);
    }
    boolean isLogged = drawn > 0 || !isUnknown(cause); // callers may request many unknown tags
    if (isLogged && !isClosing && !Log.isEnding() && warnings.tryAcquire(now)) {
      Log.warn(
          "{0} cannot be drawn, and {1} are left: {2}", this, counts().left(), Log.line(cause));
    }
    rounds.requestAfter(pause);
  }

  /**
   * Schedules a check for expired numbers. Independent of {@link #rounds}, because a draw may hang.
   */
  private void watch(long nanos) {
    WeakReference<NumberBuffer> owned = new WeakReference<>(this);
    scheduler.schedule(() -> expire(owned), Duration.ofNanos(nanos));
  }

  private static void expire(WeakReference<NumberBuffer> owned) {
    NumberBuffer buffer = owned.get();
    if (buffer != null) {
      long left = holding(buffer.lock, buffer::discardOld);
      if (left > 0) {
        buffer.watch(left);
      }
    }
  }

  /**
   * Discards expired numbers. Returns the nanoseconds until the next ones expire; 0 if there are
   * none.
   */
  private long discardOld() {
    long now = time.nanoTime();
    while (current.left() > 0 || next()) {
      long left = maxAgeNanos - (now - current.drawnAt);
      if (left > 0) {
        return left;
      }
      discarded += current.freeze().count;
    }
    isWatched = false;
    return 0;
  }

  /** Discards all numbers, including those of a running draw. */
  public final void discard() {
    holding(
        lock,
        () -> {
          clearings++;
          discardAll();
        });
  }

  /**
   * Discards all numbers if they are too far behind a bound.
   *
   * @param bound the lowest counter that can be drawn next
   * @param maxBehind how far it may be above the counter after the last one drawn
   * @return how many numbers were discarded
   */
  public final long discardBehind(long bound, long maxBehind) {
    return holding(lock, () -> isClosing || bound - end <= maxBehind ? 0 : discardAll());
  }

  private long discardAll() {
    long count = count(endAll());
    discarded += count;
    return count;
  }

  private List<Range> endAll() {
    List<Range> ended = new ArrayList<>();
    ended.add(current.freeze());
    ended.addAll(upcoming);
    ended.removeIf(range -> range.count == 0);
    upcoming.clear();
    upcomingCount = 0;
    return ended;
  }

  private static long count(List<Range> ranges) {
    return ranges.stream().mapToLong(range -> range.count).sum();
  }

  /**
   * Closes without waiting: waiting and later calls fail, and unused numbers are returned in the
   * background.
   */
  public final void end() {
    if (holding(lock, this::freeze)) {
      rounds.request();
      threads.forEach(LockSupport::unpark);
    }
  }

  /** Withdraws the remaining numbers from calls. Returns false if that was done before. */
  private boolean freeze() {
    if (isClosing) {
      return false;
    }
    isClosing = true;
    List<Range> rests = endAll();
    upcoming.addAll(rests);
    upcomingCount = count(rests);
    return true;
  }

  /**
   * Returns the remaining numbers to the source, each at most once; consecutive counters as one
   * range.
   */
  private void returnUnused(List<Range> rests) {
    unused += count(rests);
    if (rests.isEmpty()) {
      return;
    }
    int from = rests.size() - 1;
    while (from > 0 && rests.get(from - 1).isContinuedBy(rests.get(from))) {
      from--;
    }
    returnUnused(rests.get(from).first, count(rests.subList(from, rests.size())));
  }

  /**
   * Returns a future that completes once unused numbers have been returned after closing.
   *
   * @return the future
   */
  public final Future<?> closed() {
    return closed;
  }

  /**
   * Returns a snapshot of the counts.
   *
   * @return the counts
   */
  public final Counts counts() {
    return holding(
        lock,
        () -> {
          long rest = current.left();
          long left = rest + upcomingCount;
          int ranges = upcoming.size() + (rest > 0 ? 1 : 0);
          return new Counts(
              left, ranges, draws, drawn, drawn - discarded - unused - left, discarded);
        });
  }

  /**
   * Returns the last draw's failure.
   *
   * @return the failure; null if the draw succeeded
   */
  public final @Nullable Failure failure() {
    return failure;
  }

  /**
   * Returns how many draws failed.
   *
   * @return the number, including {@link #failure} if that was read before
   */
  public final long failures() {
    return failures;
  }

  /**
   * Returns how many calls have waited.
   *
   * @return the number of calls
   */
  public final long waits() {
    return waits.get();
  }

  /**
   * Returns how many numbers the last draw requested.
   *
   * @return the number; 0 before the first draw
   */
  public final long wanted() {
    return wanted;
  }

  /**
   * Returns the plan. Any thread may read its rate and latency.
   *
   * @return the plan
   */
  public final DrawPlan plan() {
    return plan;
  }
}
