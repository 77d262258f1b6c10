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
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Issues the numbers of any number of tags, which need not be known before.
 *
 * <pre>{@code
 * try (SegmentGenerators numbers = SegmentGenerators.builder().source(source).build()) {
 *   long number = numbers.nextId("orders");
 * }
 * }</pre>
 *
 * <p>The first call for a tag draws its first segment. At most {@link Builder#maxTags} tags are
 * held in memory: one more, and that which was not used for longest gives its numbers back; it
 * draws again when it is used.
 *
 * <p>Safe for use by any number of threads, platform or virtual. What {@link SegmentIds} says about
 * order, waits and failures holds for each tag. All tags together use at most 32 threads to draw.
 */
public final class SegmentGenerators implements AutoCloseable {

  private static final int DEFAULT_MAX_TAGS = 10_000;
  private static final int THREADS = 32;

  /** A tag in memory. */
  private static final class Entry {

    final SegmentIds ids;

    /** How many tags had been added when it was used last. */
    volatile long lastUse;

    /** Why it was forgotten before it had numbers; null if it was not. */
    volatile @Nullable IdsUnavailableException failure;

    Entry(SegmentIds ids, long added) {
      this.ids = ids;
      this.lastUse = added;
    }

    NumberBuffer use(long added) {
      if (lastUse != added) {
        lastUse = added;
      }
      return ids.numbers();
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
   * Creates a builder.
   *
   * @return a builder that still needs a source
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns how many tags are in memory.
   *
   * @return a number that is rarely above {@link Builder#maxTags}
   */
  public int size() {
    return entries.size();
  }

  /**
   * Issues one number of a tag.
   *
   * @param tag the tag
   * @return a number that was never issued before and is never issued again
   * @throws IllegalArgumentException if the tag is blank, too long, or holds control characters
   * @throws IdsUnavailableException if no numbers are left and the store gives none in time
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
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
   * Fills an array with new numbers of a tag in ascending order.
   *
   * @param tag the tag
   * @param target the array to fill; its length is how many numbers are wanted and may be 0
   * @throws IllegalArgumentException if the tag is blank, too long, or holds control characters
   * @throws IdsUnavailableException if the store does not give them all in time; those that were
   *     taken before are lost
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  public void nextIds(String tag, long[] target) {
    int filled = tryNextIds(tag, target);
    if (filled < target.length || filled == 0) { // even for none, the tag is checked
      fill(tag, target, filled);
    }
  }

  /**
   * Fills the beginning of an array with new numbers of a tag in ascending order, as many as are
   * buffered. For threads that must not wait, such as an event loop; what is missing can be asked
   * for by {@link #nextIds(String, long[])} in another thread.
   *
   * @param tag the tag
   * @param target the array to fill
   * @return how many numbers were issued, from 0 to the array's length; 0 for a tag that is not in
   *     memory, and once this is closed
   */
  public int tryNextIds(String tag, long[] target) {
    Entry found = entries.get(tag);
    return found == null ? 0 : found.use(added.get()).tryFill(target, 0);
  }

  /**
   * Returns a generator for one tag, which draws nothing before its first call.
   *
   * @param tag the tag
   * @return a generator that is valid as long as this
   * @throws IllegalArgumentException if the tag is blank, too long, or holds control characters
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
   * Creates a tag in the store, see {@link SegmentSource#create}.
   *
   * @param tag the tag
   * @param bound its first number, at least 0
   * @return whether it was created; false if it exists, which leaves it as it is
   * @throws IllegalArgumentException if the tag does not fit into the store, or the bound is
   *     negative
   * @throws SegmentSourceException if the store fails
   */
  public boolean create(String tag, long bound) {
    Tags.require(tag, maxTagLength);
    return source.create(tag, bound);
  }

  /**
   * Draws the first segment of a tag, so that errors show now and the first call need not wait.
   *
   * @param tag the tag
   * @throws IllegalArgumentException if the tag is blank, too long, or holds control characters
   * @throws IdsUnavailableException if no segment can be drawn
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  public void prepare(String tag) {
    fill(tag, new long[0], 0);
  }

  /** Fills the rest of an array; this may wait, for no longer than one call may. */
  private void fill(String tag, long[] target, int from) {
    CallLimit limit = null;
    for (int filled = from; ; filled = 0) { // what an evicted one had filled is lost
      requireOpen();
      Entry found = entries.get(tag);
      Entry entry = found == null ? create(tag) : found;
      if (limit == null) {
        limit = found == null ? entry.ids.firstLimit() : entry.ids.numbers().limit();
      }
      try {
        if (found == null) {
          prepare(tag, entry, limit);
        }
        entry.use(added.get()).fill(target, filled, limit);
        return;
      } catch (GeneratorClosedException e) { // it was evicted a moment ago
        forget(tag, entry);
        IdsUnavailableException failure = entry.failure;
        if (failure != null) {
          throw failure;
        }
      }
    }
  }

  /** Returns whether the last draw was rejected, so that waiting does not help. */
  private static boolean isRejected(Entry entry) {
    NumberBuffer.Failure last = entry.ids.numbers().failure();
    return last != null && last.isFinal();
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
   * Draws the first segment. A tag that does not exist must not evict another. One whose draw fails
   * or hangs is kept, so that it occupies one thread at most.
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

  /** Ends a tag. It ends before it is forgotten, so that its next numbers are above these. */
  private void forget(String tag, Entry entry) {
    entry.ids.end();
    entries.remove(tag, entry);
  }

  /** Forgets the tags that were used least recently; only one thread at a time. */
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
   * Returns what each tag in memory has buffered.
   *
   * @return one for each tag, in alphabetical order
   */
  public List<SegmentStatus> status() {
    return generators().map(SegmentIds::status).toList();
  }

  /**
   * Returns what a tag has buffered.
   *
   * @param tag the tag
   * @return its status; empty if it is not in memory
   */
  public Optional<SegmentStatus> status(String tag) {
    return Optional.ofNullable(entries.get(tag)).map(entry -> entry.ids.status());
  }

  /**
   * Discards numbers of all tags in memory that are far behind the bounds in the store. It asks the
   * store for each tag, in this thread.
   *
   * @param maxBehind how far the last buffered number may be behind the bound, at least 0
   * @return how many numbers were discarded
   * @throws SegmentSourceException if the store fails
   * @see SegmentIds#discardBehind
   */
  public long discardBehind(long maxBehind) {
    return discardBehind(maxBehind, tag -> true);
  }

  /** Discards numbers of some tags that are far behind the bounds in the store. */
  long discardBehind(long maxBehind, Predicate<String> tags) {
    return generators()
        .filter(ids -> tags.test(ids.tag()))
        .mapToLong(ids -> ids.discardBehind(maxBehind))
        .sum();
  }

  private Stream<SegmentIds> generators() {
    return entries.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getValue().ids);
  }

  /**
   * Gives the unused numbers of all tags back, and ends. Calls that come later fail. If the store
   * does not answer within 5 seconds, this returns, and they are given back when it does.
   */
  @Override
  public void close() {
    closed = true;
    entries.values().forEach(entry -> entry.ids.end());
    SegmentIds.awaitClosed(entries.values().stream().map(entry -> entry.ids).toList());
    entries.clear();
  }

  /**
   * The settings of generators. The source is required.
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
     * Sets where segments are drawn from.
     *
     * @param segmentSource the source, which may be shared
     * @return this builder
     */
    public Builder source(SegmentSource segmentSource) {
      source = Objects.requireNonNull(segmentSource, "source");
      return this;
    }

    /**
     * Sets how segments of tags without settings of their own are drawn; {@link
     * SegmentSettings#DEFAULT} if this is not called.
     *
     * @param segmentSettings the settings
     * @return this builder
     */
    public Builder settings(SegmentSettings segmentSettings) {
      settings = Objects.requireNonNull(segmentSettings, "settings");
      return this;
    }

    /**
     * Sets how segments of one tag are drawn.
     *
     * @param tag the tag
     * @param segmentSettings its settings
     * @return this builder
     * @throws IllegalArgumentException if the tag is blank, too long, or holds control characters
     */
    public Builder settings(String tag, SegmentSettings segmentSettings) {
      Tags.require(tag, Integer.MAX_VALUE); // how long it may be says the source
      settingsOfTags.put(tag, segmentSettings);
      return this;
    }

    /**
     * Sets how many tags are held in memory at most; 10,000 if this is not called.
     *
     * @param max at least 1
     * @return this builder
     * @throws IllegalArgumentException if it is less
     */
    public Builder maxTags(int max) {
      maxTags = (int) Arguments.atLeast("maxTags", max, 1);
      return this;
    }

    /**
     * Builds generators of tags; nothing is drawn yet.
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
