package io.snowbraid.lane;

/**
 * Counts the ids of a generator at no cost to a call: a block is counted when another one replaces
 * it. A call that takes its number at that moment is not counted.
 *
 * <p>Guarded by its generator's lock.
 */
public final class IssuedCounter {

  private SequenceBlock block = SequenceBlock.empty();
  private int counted;
  private long total;

  /** Continues with another block, and does not count what that block has issued before. */
  public void follow(SequenceBlock next) {
    total = total();
    block = next;
    counted = next.issued();
  }

  /** Returns how many ids have been issued. */
  public long total() {
    return total + block.issued() - counted;
  }
}
