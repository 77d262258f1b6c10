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
 * Claims blocks of ids for jobs, by name: a job that runs again, in whichever process and after any
 * crash, gets the same ids. They are in one space with those that generators issue, and collide
 * with none of them, nor with those of any other block.
 *
 * <p>A claim first records durably that ticks of a lane are taken, then whose they are. So a crash
 * in between wastes the ticks, and nothing is issued twice. The ticks are those that follow the
 * present one, on a lane that no generator uses. Blocks that are claimed at the same time follow
 * one another, or get other lanes. So the ids of a block are later than those that were issued
 * before, as far as clocks agree, and may be up to {@link #withMaxReach maxReach} in the future. A
 * reserved worker has room for as many blocks as its lanes have ticks, 3 &times; 10<sup>13</sup> in
 * the default layout.
 *
 * <p>Each method may block as long as a call of the store may. Immutable, and safe for use by any
 * number of threads. There is nothing to close.
 */
public final class IdBlocks {

  /** How far ids of blocks may reach into the future unless another duration is given. */
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
   * Opens the blocks of a namespace, for the default layout.
   *
   * @param source where generators lease their workers: the same table or directory, and the same
   *     namespace
   * @return its blocks
   * @throws WorkerSourceException if the source cannot reserve workers, as a fixed number cannot
   */
  public static IdBlocks open(WorkerSource source) {
    return open(source, Layout.DEFAULT);
  }

  /**
   * Opens the blocks of a namespace.
   *
   * @param source where generators lease their workers
   * @param layout their layout
   * @return its blocks
   * @throws WorkerSourceException if the source cannot reserve workers, as a fixed number cannot
   */
  public static IdBlocks open(WorkerSource source, Layout layout) {
    return new IdBlocks(source, layout, DEFAULT_MAX_REACH, InstantSource.system());
  }

  /**
   * Returns the same blocks with another limit. Rows that generators number meanwhile have lower
   * ids than those of a block that reaches into the future.
   *
   * @param maxReach how far ids of a block may reach into the future when it is claimed, more than
   *     0
   * @return a changed copy
   * @throws IllegalArgumentException if it is not more than 0
   */
  public IdBlocks withMaxReach(Duration maxReach) {
    Arguments.atLeast("maxReach", maxReach, Duration.ofNanos(1));
    return new IdBlocks(source, layout, maxReach, clock);
  }

  /** Returns the same blocks with another clock. */
  IdBlocks withClock(InstantSource other) {
    return new IdBlocks(source, layout, maxReach, other);
  }

  /**
   * Returns the block of a name, which is claimed if there is none. The same name and size always
   * return the same block; of simultaneous claims of one name all return the same one.
   *
   * @param name 1 to 128 characters, none of which is a control character
   * @param size how many ids it has, at least 1
   * @return the block
   * @throws IllegalArgumentException if the name or the size is anything else, or a block of that
   *     size reaches further into the future than {@link #withMaxReach maxReach}. It is also thrown
   *     if the block of this name has another size or layout
   * @throws NoWorkerAvailableException if no ticks can be claimed: blocks that were claimed before
   *     reach too far and no worker is left for others, the namespace has another layout, or the
   *     store fails
   * @throws WorkerSourceException if the store fails; if the call is repeated, it returns the block
   *     that this one may have claimed
   * @throws LayoutExhaustedException if the block would reach beyond the end of the layout
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
    Reach reach = reach(now, size);
    try {
      return LaneClaims.claim(source, layout, reach);
    } catch (NoWorkerAvailableException e) {
      if (reach.tooFar == null) {
        throw e;
      }
      throw new NoWorkerAvailableException(
          "earlier blocks reach too far into the future: this one would end at "
              + Ticks.start(layout, reach.tooFar.lastTick())
              + ", beyond maxReach="
              + maxReach
              + " (source "
              + source
              + "); wait, or increase maxReach",
          e);
    }
  }

  /** Chooses the earliest ticks, and notes those that are too late. */
  private static final class Reach implements LaneClaim.Choice {

    private final LaneClaim.Choice earliest;
    private final long limit;
    private @Nullable LaneClaim tooFar;

    Reach(long tick, long ticks, long limit) {
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

  private Reach reach(Instant now, long size) {
    long ticks = (size - 1) / layout.sequences() + 1;
    long reach = reachTicks();
    if (size < 1 || ticks > reach) {
      throw new IllegalArgumentException(
          Arguments.outside(
                  "block size",
                  size,
                  1,
                  BigInteger.valueOf(reach).multiply(BigInteger.valueOf(layout.sequences())))
              + ", so that the block reaches at most maxReach="
              + maxReach
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
    return new Reach(tick, ticks, Math.min(tick + reach, layout.lastTick()));
  }

  private long reachTicks() {
    Duration whole = Duration.between(layout.epoch(), layout.lastInstant());
    return Durations.min(maxReach, whole).dividedBy(layout.tick());
  }

  /**
   * Lists the blocks that have names.
   *
   * @return all of them, in the order of their names
   * @throws WorkerSourceException if the store fails
   */
  public List<IdBlock> list() {
    return names.list().stream().map(this::block).toList();
  }

  /**
   * Forgets a name: whoever claims it afterwards gets other ids. Those of the block are never
   * issued again.
   *
   * @param name the name of a block
   * @return false if there is none
   * @throws IllegalArgumentException if it cannot be such a name
   * @throws WorkerSourceException if the store fails; the name may be forgotten
   */
  public boolean forget(String name) {
    return names.forget(NamedBlock.requireName(name));
  }
}
