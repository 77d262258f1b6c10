package io.snowbraid.job;

import io.snowbraid.internal.Arguments;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Instant;

/**
 * A block of ids for a job: exclusive ids, numbered from 0, which stay the same in every run under
 * the same {@linkplain IdBlocks#claim name}. If a job numbers its rows reproducibly, each row keeps
 * its id whatever fails.
 *
 * <p>Ids increase with their numbers. They carry the time of the claim and the following time, one
 * tick per {@link Layout#sequences()} ids.
 *
 * <p>A block is pure arithmetic: it can be used without the store, copied, and computed elsewhere,
 * for example in {@linkplain IdStripes#sql SQL}. Immutable and thread-safe.
 */
public final class IdBlock {

  private final NamedBlock block;
  private final Layout layout;
  private final long first;
  private final long tickStep;
  private final long idStep;

  /**
   * Creates the block of a record.
   *
   * @param layout the layout named in the record
   * @throws WorkerSourceException if the ticks do not match the size
   */
  IdBlock(NamedBlock block, Layout layout) {
    LaneClaim claim = block.claim();
    if (claim.lastTick() - claim.firstTick() != (block.size() - 1) / layout.sequences()
        || claim.lastTick() > layout.lastTick()) {
      throw new WorkerSourceException(
          "recorded ticks do not match the size of block "
              + block
              + "; restore the record, or claim another name");
    }
    this.block = block;
    this.layout = layout;
    this.first = encode(claim, 0);
    this.idStep = encode(claim, 1) - first;
    this.tickStep = layout.encode(1, 0, 0, 0, 0, 0);
  }

  private long encode(LaneClaim claim, int sequence) {
    int rollback = claim.lane() / layout.timelines();
    int timeline = claim.lane() % layout.timelines();
    return layout.encode(claim.firstTick(), rollback, timeline, claim.worker(), sequence, 0);
  }

  /** {@return the name under which the block was claimed} */
  public String name() {
    return block.name();
  }

  /** {@return the number of ids, at least 1} */
  public long size() {
    return block.size();
  }

  /**
   * Returns an id.
   *
   * @param n its number, from 0 to {@link #size()} - 1
   * @return the id, which increases with {@code n}
   * @throws IndexOutOfBoundsException if {@code n} is out of range
   */
  public long id(long n) {
    if (n < 0 || n >= size()) {
      throw new IndexOutOfBoundsException(
          Arguments.outside("number of an id in block " + name(), n, 0, size() - 1)
              + "; claim a larger block under another name");
    }
    int rest = (int) (n % layout.sequences());
    return first + n / layout.sequences() * tickStep + rest * idStep + rest % layout.tails();
  }

  /** {@return the first and lowest id} */
  public long firstId() {
    return id(0);
  }

  /** {@return the last and highest id} */
  public long lastId() {
    return id(size() - 1);
  }

  /**
   * Returns the number of an id.
   *
   * @param id any number
   * @return the n with {@code id(n) == id}; -1 if the block does not contain the id
   */
  public long indexOf(long id) {
    if (id < firstId() || id > lastId()) {
      return -1;
    }
    long offset = id - first;
    long n = offset / tickStep * layout.sequences() + offset % tickStep / idStep;
    return n < size() && id(n) == id ? n : -1;
  }

  /**
   * Divides the block into stripes, for an engine that processes a job in parts with unknown row
   * counts. Part p uses the ids of stripe p, starting with the first. Every run of a job must use
   * the same number of stripes.
   *
   * @param count the number of stripes, at least 1
   * @return the stripes, each with the same number of ids
   * @throws IllegalArgumentException if {@code count} is less than 1, or there are several stripes
   *     with fewer than {@link Layout#sequences()} ids each
   */
  public IdStripes stripes(int count) {
    return new IdStripes(this, count);
  }

  /** {@return the time of the claim by the claiming process's clock, for people} */
  public Instant claimedAt() {
    return block.claimedAt();
  }

  /** {@return the layout of the ids} */
  public Layout layout() {
    return layout;
  }

  /**
   * Returns the difference between the ids with the same number in adjacent ticks.
   *
   * @return the {@code K} in {@code id(n) = first + n / T * K + n % T * S + n % T % X}, where T is
   *     the layout's number of {@linkplain Layout#sequences() sequences} and X its number of
   *     {@linkplain Layout#tails() tails}
   */
  public long tickStep() {
    return tickStep;
  }

  /**
   * {@return the difference between adjacent ids within a tick, apart from tails: the {@code S} of
   * {@link #tickStep()}}
   */
  public long idStep() {
    return idStep;
  }

  @Override
  public String toString() {
    return "IdBlock[name="
        + name()
        + ", size="
        + size()
        + ", first="
        + firstId()
        + ", last="
        + lastId()
        + "]";
  }
}
