package io.snowbraid.job;

import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.Durations;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Claims blocks of ids for jobs, by name. A job that runs again gets the same ids, in any process
 * and after any crash. Block ids never equal ids of generators or of other blocks.
 *
 * <p>A claim makes two durable writes: the first takes ticks of a lane that no generator uses, the
 * second assigns them to the name. A crash between them wastes the ticks, but no id is issued
 * twice.
 *
 * <p>The ticks follow the present one and those claimed before on the same lane; concurrent claims
 * may get different lanes. As far as clocks agree, block ids are higher than the ids that
 * generators have issued. They may reach up to {@link #withMaxReach maxReach} into the future. In
 * the default layout, one reserved worker has room for 35 trillion blocks.
 *
 * <p>Each method may block as long as a store call may. Immutable and thread-safe. There is nothing
 * to close.
 */
public final class IdBlocks {

  /** How far block ids may reach into the future by default. */
  public static final Duration DEFAULT_MAX_REACH = Duration.ofHours(1);

  private final WorkerSource source;
  private final BlockNames names;
  private final Layout layout;
  private final Duration maxReach;
  private final InstantSource clock;

  private IdBlocks(WorkerSource source, Layout layout, Duration maxReach, InstantSource clock) {
    this.source = source;
    this.names = source.blockNames();
    this.layout = layout;
    this.maxReach = maxReach;
    this.clock = clock;
  }

  /**
   * Opens the blocks of a namespace with the default layout.
   *
   * @param source the generators' worker source: the same table or directory, and the same
   *     namespace
   * @return its blocks
   * @throws WorkerSourceException if the source cannot reserve workers, such as a fixed worker
   */
  public static IdBlocks open(WorkerSource source) {
    return open(source, Layout.DEFAULT);
  }

  /**
   * Opens the blocks of a namespace.
   *
   * @param source the generators' worker source
   * @param layout the generators' layout
   * @return its blocks
   * @throws WorkerSourceException if the source cannot reserve workers, such as a fixed worker
   */
  public static IdBlocks open(WorkerSource source, Layout layout) {
    return new IdBlocks(source, layout, DEFAULT_MAX_REACH, InstantSource.system());
  }

  /**
   * Returns the same blocks with another limit. While a block reaches into the future, generators
   * issue ids that are lower than those of the block.
   *
   * @param maxReach how far a block may reach into the future when it is claimed, more than 0
   * @return a changed copy
   * @throws IllegalArgumentException if {@code maxReach} is not more than 0
   */
  public IdBlocks withMaxReach(Duration maxReach) {
    return new IdBlocks(source, layout, Arguments.positive("maxReach", maxReach), clock);
  }

  /** Returns the same blocks with another clock. */
  IdBlocks withClock(InstantSource other) {
    return new IdBlocks(source, layout, maxReach, other);
  }

  /**
   * Returns the block with a name, claiming it if necessary. The same name and size always return
   * the same block, even from concurrent calls.
   *
   * @param name 1 to 128 characters without control characters
   * @param size the number of ids, at least 1
   * @return the block
   * @throws IllegalArgumentException if the name or size is invalid, a block of this size exceeds
   *     {@link #withMaxReach maxReach} by itself, or the named block has another size or layout
   * @throws NoWorkerAvailableException if no ticks can be claimed: earlier blocks reach too far and
   *     no other worker is left, the namespace has another layout, or the store fails
   * @throws WorkerSourceException if the store fails to read or record the name; a retry returns
   *     the block that this call may have claimed
   * @throws LayoutExhaustedException if the block would extend beyond the end of the layout
   */
  public IdBlock claim(String name, long size) {
    return find(NamedBlock.requireName(name), size).orElseGet(() -> claimNew(name, size));
  }

  private Optional<IdBlock> find(String name, long size) {
    return names.find(name).map(this::block).map(block -> requireSize(block, size));
  }

  private static IdBlock requireSize(IdBlock block, long size) {
    if (block.size() != size) {
      throw new IllegalArgumentException(
          "block "
              + block.name()
              + " already exists with size "
              + block.size()
              + ", not "
              + size
              + "; claim that size, or choose another name");
    }
    return block;
  }

  private IdBlock block(NamedBlock found) {
    if (!found.layout().equals(layout.toString())) {
      throw new IllegalArgumentException(
          "block "
              + found.name()
              + " already exists with layout "
              + found.layout()
              + ", not "
              + layout
              + "; use the namespace's layout");
    }
    return new IdBlock(found, layout);
  }

  private IdBlock claimNew(String name, long size) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    LaneClaim claim = claimTicks(now, size);
    NamedBlock block = new NamedBlock(name, layout.toString(), size, claim, now);
    if (names.insert(block)) {
      return block(block);
    }
    return find(name, size).orElseThrow(() -> forgotten(name)); // another process was faster
  }

  private static WorkerSourceException forgotten(String name) {
    return new WorkerSourceException(
        "block " + name + " was forgotten while it was being claimed; claim it again");
  }

  private LaneClaim claimTicks(Instant now, long size) {
    LimitedChoice choice = choice(now, size);
    try {
      return LaneClaimer.claim(source, layout, choice);
    } catch (NoWorkerAvailableException e) {
      if (choice.tooFar == null) {
        throw e;
      }
      throw new NoWorkerAvailableException(
          "earlier blocks reach too far into the future: this one would end at "
              + Ticks.start(layout, choice.tooFar.lastTick())
              + ", beyond maxReach="
              + Durations.text(maxReach)
              + " (source "
              + source
              + "); wait, or increase maxReach",
          e);
    }
  }

  /** Chooses the earliest ticks up to a limit, and notes those beyond it. */
  private static final class LimitedChoice implements LaneClaim.Choice {

    private final LaneClaim.Choice earliest;
    private final long limit;
    private @Nullable LaneClaim tooFar;

    LimitedChoice(long tick, long ticks, long limit) {
      this.earliest = LaneClaim.earliest(tick, ticks, LaneClaim.ALL_TICKS);
      this.limit = limit;
    }

    @Override
    public Optional<LaneClaim> of(SortedMap<Integer, List<Long>> lanes) {
      Optional<LaneClaim> found = earliest.of(lanes);
      if (found.isPresent() && found.get().lastTick() > limit) {
        tooFar = found.get();
        return Optional.empty();
      }
      return found;
    }
  }

  private LimitedChoice choice(Instant now, long size) {
    long ticks = (size - 1) / layout.sequences() + 1;
    long reach = maxReachTicks();
    if (size < 1 || ticks > reach) {
      throw new IllegalArgumentException(
          Arguments.outside(
                  "block size",
                  size,
                  1,
                  BigInteger.valueOf(reach).multiply(BigInteger.valueOf(layout.sequences())))
              + ", so that the block reaches at most maxReach="
              + Durations.text(maxReach)
              + " into the future; claim several blocks, or increase maxReach");
    }
    long tick = Ticks.of(layout, now);
    if (tick > layout.lastTick() - ticks) {
      throw new LayoutExhaustedException(
          "block of "
              + size
              + " ids would reach beyond the end of the layout, "
              + layout.lastInstant()
              + "; use a layout that ends later for new tables",
          layout.lastInstant());
    }
    return new LimitedChoice(tick, ticks, Math.min(tick + reach, layout.lastTick()));
  }

  private long maxReachTicks() {
    Duration whole = Duration.between(layout.epoch(), layout.lastInstant());
    return Durations.min(maxReach, whole).dividedBy(layout.tick());
  }

  /**
   * Lists all named blocks.
   *
   * @return the blocks, ordered by name
   * @throws IllegalArgumentException if a block has another layout
   * @throws WorkerSourceException if the store fails
   */
  public List<IdBlock> list() {
    return names.list().stream().map(this::block).toList();
  }

  /**
   * Forgets a name. A later claim of the name gets different ids; the old block's ids are never
   * issued again.
   *
   * @param name the block's name
   * @return false if no block has this name
   * @throws IllegalArgumentException if the name is invalid
   * @throws WorkerSourceException if the store fails; the name may be forgotten
   */
  public boolean forget(String name) {
    return names.forget(NamedBlock.requireName(name));
  }
}
