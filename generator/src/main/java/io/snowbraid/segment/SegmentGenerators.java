package io.snowbraid.segment;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.NumberBuffer;
import io.snowbraid.internal.NumberBuffer.CallLimit;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.Threads;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Generates numbers for any number of tags, which need not be known in advance.
 *
 * <pre>{@code
 * try (SegmentGenerators numbers = SegmentGenerators.builder().source(source).build()) {
 *   long number = numbers.nextId("orders");
 * }
 * }</pre>
 *
 * <p>The first call for a tag draws its first segment. At most {@link Builder#maxTags} tags are
 * kept in memory. When another is added, the least recently used tag returns its numbers and draws
 * again when next used.
 *
 * <p>Thread-safe, for platform and virtual threads. Order, waits and failures of each tag are those
 * of {@link SegmentIds}. All tags together draw on at most 32 threads.
 */
public final class SegmentGenerators implements AutoCloseable {

  private static final int DEFAULT_MAX_TAGS = 10_000;
  private static final int THREADS = 32;

  /** A tag in memory. */
  private static final class Entry {

    final SegmentIds ids;

    /** The value of the counter {@code added} when the tag was last used. */
    volatile long lastUse;

    /** Why the tag was removed before it had numbers; null if it was not. */
    volatile @Nullable IdsUnavailableException failure;

    Entry(SegmentIds ids, long added) {
      this.ids = ids;
      this.lastUse = added;
    }

    NumberBuffer use(long added) {
      if (lastUse != added) {
        lastUse = added;
      }
      return ids.buffer();
    }
  }

  private final SegmentSource source;
  private final SegmentSettings settings;
  private final Map<String, SegmentSettings> settingsOfTags;
  private final int maxTags;
  private final int maxTagLength;
  private final Scheduler scheduler = Threads.bounded(THREADS);
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final ReentrantLock evicting = new ReentrantLock();
  private final AtomicLong added = new AtomicLong();
  private volatile boolean closed;

  private SegmentGenerators(Builder builder, SegmentSource source) {
    this.source = source;
    this.settings = builder.settings;
    this.settingsOfTags = Map.copyOf(builder.settingsOfTags);
    this.maxTags = builder.maxTags;
    this.maxTagLength = source.maxTagLength();
    settingsOfTags.keySet().forEach(tag -> Tags.require(tag, maxTagLength));
  }

  /**
   * Returns a builder for new generators.
   *
   * @return a builder that needs a source
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns how many tags are in memory.
   *
   * @return the number of tags, which may briefly exceed {@link Builder#maxTags}
   */
  public int size() {
    return entries.size();
  }

  /**
   * Generates one number.
   *
   * @param tag the tag
   * @return a unique number of the tag
   * @throws IllegalArgumentException if the tag is {@linkplain Tags#require invalid}
   * @throws IdsUnavailableException if the store provides no numbers in time
   * @throws GeneratorClosedException if closed
   * @throws WaitInterruptedException if the thread is interrupted while waiting
   */
  public long nextId(String tag) {
    Entry found = entries.get(tag);
    long number = found == null ? NumberBuffer.NONE : found.use(added.get()).tryNextId();
    return number == NumberBuffer.NONE ? awaitNextId(tag) : number;
  }

  private long awaitNextId(String tag) {
    long[] one = new long[1];
    fill(tag, one, 0);
    return one[0];
  }

  /**
   * Fills an array with new numbers in ascending order.
   *
   * @param tag the tag
   * @param target the array to fill; may be empty
   * @throws IllegalArgumentException if the tag is {@linkplain Tags#require invalid}
   * @throws IdsUnavailableException if the store does not provide all numbers in time; those
   *     already taken are lost
   * @throws GeneratorClosedException if closed
   * @throws WaitInterruptedException if the thread is interrupted while waiting
   */
  public void nextIds(String tag, long[] target) {
    int filled = tryNextIds(tag, target);
    if (filled < target.length || filled == 0) { // an empty array still checks the tag
      fill(tag, target, filled);
    }
  }

  /**
   * Fills the start of an array with buffered numbers in ascending order, without waiting. For
   * threads that must not block, such as an event loop; request missing numbers on another thread
   * with {@link #nextIds(String, long[])}.
   *
   * @param tag the tag
   * @param target the array to fill
   * @return how many numbers were written, from 0 to the array's length; 0 if the tag is not in
   *     memory or this object is closed
   */
  public int tryNextIds(String tag, long[] target) {
    Entry found = entries.get(tag);
    return found == null ? 0 : found.use(added.get()).tryFill(target, 0);
  }

  /**
   * Returns a generator for one tag. Its first call draws the first segment.
   *
   * @param tag the tag
   * @return a generator that is usable until this object is closed
   * @throws IllegalArgumentException if the tag is {@linkplain Tags#require invalid}
   */
  public IdGenerator generator(String tag) {
    Tags.require(tag, maxTagLength);
    return new IdGenerator() {
      @Override
      public long nextId() {
        return SegmentGenerators.this.nextId(tag);
      }

      @Override
      public void nextIds(long[] target) {
        SegmentGenerators.this.nextIds(tag, target);
      }
    };
  }

  /**
   * Creates a tag in the store; see {@link SegmentSource#create}.
   *
   * @param tag the tag
   * @param bound its first number, at least 0
   * @return whether it was created; false if it exists, and is unchanged
   * @throws IllegalArgumentException if the store cannot hold the tag, or the bound is negative
   * @throws SegmentSourceException if the store fails
   */
  public boolean create(String tag, long bound) {
    Tags.require(tag, maxTagLength);
    return source.create(tag, bound);
  }

  /**
   * Draws a tag's first segment, so that errors surface now and the first call does not wait.
   *
   * @param tag the tag
   * @throws IllegalArgumentException if the tag is {@linkplain Tags#require invalid}
   * @throws IdsUnavailableException if no segment can be drawn
   * @throws GeneratorClosedException if closed
   * @throws WaitInterruptedException if the thread is interrupted while waiting
   */
  public void prepare(String tag) {
    fill(tag, new long[0], 0);
  }

  /** Fills the rest of an array, waiting no longer than a single call may. */
  private void fill(String tag, long[] target, int from) {
    CallLimit limit = null;
    for (int filled = from; ; filled = 0) { // numbers from an evicted entry are lost
      requireOpen();
      Entry found = entries.get(tag);
      Entry entry = found == null ? create(tag) : found;
      if (limit == null) {
        limit = found == null ? entry.ids.firstSegmentLimit() : entry.ids.buffer().limit();
      }
      try {
        if (found == null) {
          prepare(tag, entry, limit);
        }
        entry.use(added.get()).fill(target, filled, limit);
        return;
      } catch (GeneratorClosedException e) { // the entry has just been evicted
        forget(tag, entry);
        IdsUnavailableException failure = entry.failure;
        if (failure != null) {
          throw failure;
        }
      }
    }
  }

  /** Returns whether the last draw was rejected because of its tag. */
  private static boolean isRejected(Entry entry) {
    NumberBuffer.Failure last = entry.ids.buffer().failure();
    return last != null
        && last.isFinal()
        && !(last.cause() instanceof FileSegmentSource.UnusableException);
  }

  private Entry create(String tag) {
    Tags.require(tag, maxTagLength);
    Entry entry = entries.computeIfAbsent(tag, this::entryOf);
    if (closed) { // the entry may have come too late to be closed
      forget(tag, entry);
      requireOpen();
    }
    return entry;
  }

  /**
   * Draws the first segment. An unknown tag must not evict another. A tag whose draw fails or hangs
   * is kept, so that it occupies at most one thread.
   */
  private void prepare(String tag, Entry entry, CallLimit limit) {
    try {
      entry.ids.prepare(limit);
    } catch (IdsUnavailableException e) {
      if (isRejected(entry) || entries.size() > maxTags) {
        entry.failure = e;
        forget(tag, entry);
      }
      throw e;
    }
    if (entries.size() > maxTags && evicting.tryLock()) {
      try {
        evict(entry);
      } finally {
        evicting.unlock();
      }
    }
  }

  private Entry entryOf(String tag) {
    SegmentIds ids =
        new SegmentIds(
            tag,
            source,
            settingsOfTags.getOrDefault(tag, settings),
            MonotonicTime.SYSTEM,
            scheduler);
    return new Entry(ids, added.incrementAndGet());
  }

  private void requireOpen() {
    if (closed) {
      throw new GeneratorClosedException("segment generators are closed; build new ones");
    }
  }

  /** Closes and removes a tag. It is closed first, so that its next numbers are above these. */
  private void forget(String tag, Entry entry) {
    entry.ids.startClosing();
    entries.remove(tag, entry);
  }

  /** Removes the least recently used tags. Called by one thread at a time. */
  private void evict(Entry newest) {
    while (entries.size() > maxTags) {
      Optional<Entry> oldest =
          entries.values().stream()
              .filter(entry -> entry != newest)
              .min(Comparator.comparingLong(entry -> entry.lastUse));
      oldest.ifPresent(entry -> forget(entry.ids.tag(), entry));
      if (oldest.isEmpty()) {
        return;
      }
    }
  }

  /**
   * Returns the status of every tag in memory.
   *
   * @return the statuses, in alphabetical order of tags
   */
  public List<SegmentStatus> status() {
    return generators().map(SegmentIds::status).toList();
  }

  /**
   * Returns the status of a tag.
   *
   * @param tag the tag
   * @return its status; empty if the tag is not in memory
   */
  public Optional<SegmentStatus> status(String tag) {
    return Optional.ofNullable(entries.get(tag)).map(entry -> entry.ids.status());
  }

  /**
   * Discards buffered numbers that are far behind the store's bounds, for all tags in memory. Calls
   * the store for each tag, on this thread.
   *
   * @param maxBehind how far a tag's bound may be above the number after the last one drawn, at
   *     least 0
   * @return how many numbers were discarded
   * @throws SegmentSourceException if the store fails
   * @see SegmentIds#discardBehind
   */
  public long discardBehind(long maxBehind) {
    return generators().mapToLong(ids -> ids.discardBehind(maxBehind)).sum();
  }

  private Stream<SegmentIds> generators() {
    return entries.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getValue().ids);
  }

  /**
   * Returns all unused numbers to the store and closes the generators. Later calls fail. If the
   * store does not answer within five seconds, this method returns, and the numbers are returned
   * once the store answers.
   */
  @Override
  public void close() {
    closed = true;
    entries.values().forEach(entry -> entry.ids.startClosing());
    SegmentIds.awaitClosed(entries.values().stream().map(entry -> entry.ids).toList());
    entries.clear();
  }

  /**
   * Builds the generators. Only {@link #source} is required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private @Nullable SegmentSource source;
    private SegmentSettings settings = SegmentSettings.DEFAULT;
    private final Map<String, SegmentSettings> settingsOfTags = new ConcurrentHashMap<>();
    private int maxTags = DEFAULT_MAX_TAGS;

    private Builder() {}

    /**
     * Sets the source of segments.
     *
     * @param segmentSource the source, which other generators may share
     * @return this builder
     */
    public Builder source(SegmentSource segmentSource) {
      source = Objects.requireNonNull(segmentSource, "source");
      return this;
    }

    /**
     * Sets how segments are drawn for tags without their own settings.
     *
     * @param segmentSettings the settings; {@link SegmentSettings#DEFAULT} by default
     * @return this builder
     */
    public Builder settings(SegmentSettings segmentSettings) {
      settings = Objects.requireNonNull(segmentSettings, "settings");
      return this;
    }

    /**
     * Sets how one tag's segments are drawn.
     *
     * @param tag the tag
     * @param segmentSettings its settings
     * @return this builder
     * @throws IllegalArgumentException if the tag is blank, or has control characters
     */
    public Builder settings(String tag, SegmentSettings segmentSettings) {
      Tags.require(tag, Integer.MAX_VALUE); // the source limits its length
      settingsOfTags.put(tag, segmentSettings);
      return this;
    }

    /**
     * Sets how many tags are kept in memory.
     *
     * @param max at least 1; 10,000 by default
     * @return this builder
     * @throws IllegalArgumentException if the value is less than 1
     */
    public Builder maxTags(int max) {
      maxTags = (int) Arguments.atLeast("maxTags", max, 1);
      return this;
    }

    /**
     * Builds the generators without drawing a segment.
     *
     * @return new generators
     * @throws IllegalStateException if the source is missing
     * @throws IllegalArgumentException if a tag with settings is too long for the source
     */
    public SegmentGenerators build() {
      if (source == null) {
        throw new IllegalStateException("no segment source is set; call source(...)");
      }
      return new SegmentGenerators(this, source);
    }
  }
}
