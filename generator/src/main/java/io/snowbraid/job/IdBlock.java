package io.snowbraid.job;

import io.snowbraid.internal.Arguments;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Instant;

/**
 * A block of ids that nobody else has, for a job: the same ones for each run under its {@linkplain
 * IdBlocks#claim name}. The ids are numbered from 0 on, and increase; they carry the time of the
 * claim and what follows, a tick for each {@link Layout#sequences()} of them. Whoever numbers its
 * rows in a reproducible way gets the same id for the same row, whatever failed before.
 *
 * <p>A block is arithmetic on numbers that were claimed: it can be used without the store, copied,
 * and computed elsewhere, as in {@linkplain IdStripes#sql SQL}. Immutable, and safe for use by any
 * number of threads.
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
   * @param layout the layout that the record names
   * @throws WorkerSourceException if the ticks are not those of a block of that size
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

  /**
   * Returns the name under which it was claimed.
   *
   * @return the name
   */
  public String name() {
    return block.name();
  }

  /**
   * Returns how many ids it has.
   *
   * @return at least 1
   */
  public long size() {
    return block.size();
  }

  /**
   * Returns one of its ids. Ids increase with their numbers.
   *
   * @param n its number, from 0 to {@link #size()} - 1
   * @return the id
   * @throws IndexOutOfBoundsException if there is no such number
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

  /**
   * Returns the first id.
   *
   * @return the lowest
   */
  public long firstId() {
    return id(0);
  }

  /**
   * Returns the last id.
   *
   * @return the highest
   */
  public long lastId() {
    return id(size() - 1);
  }

  /**
   * Returns the number of an id.
   *
   * @param id any number
   * @return the n with {@code id(n) == id}; -1 if the block does not have the id
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
   * Divides the block into stripes. This is for an engine that processes a job in parts and does
   * not know beforehand how many rows each part has. Part p takes the ids of stripe p, from its
   * first one on. Whoever runs a job again must divide its block as before.
   *
   * @param count how many, at least 1
   * @return the stripes, each with the same number of ids
   * @throws IllegalArgumentException if there are several, and the block has less than {@link
   *     Layout#sequences()} ids for each
   */
  public IdStripes stripes(int count) {
    return new IdStripes(this, count);
  }

  /**
   * Returns when it was claimed, for people.
   *
   * @return by the clock of the process that did it
   */
  public Instant claimedAt() {
    return block.claimedAt();
  }

  /**
   * Returns the layout of its ids.
   *
   * @return the layout
   */
  public Layout layout() {
    return layout;
  }

  /**
   * Returns by how much an id of the next tick is higher than one of the same number in its tick.
   *
   * @return the {@code K} of {@code id(n) = first + n / T * K + n % T * S + n % T % X}, where T is
   *     the layout's number of {@linkplain Layout#sequences() sequences} and X that of its
   *     {@linkplain Layout#tails() tails}
   */
  public long tickStep() {
    return tickStep;
  }

  /**
   * Returns by how much the next id of a tick is higher, apart from tails.
   *
   * @return the {@code S} of {@link #tickStep()}
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
