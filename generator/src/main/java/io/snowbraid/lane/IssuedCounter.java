package io.snowbraid.lane;

/**
 * Counts the ids of a generator, so that an id costs nothing for being counted: a block is counted
 * when another one takes its place. A call that takes its number at that moment is missed.
 *
 * <p>Its generator confines it to a lock.
 */
public final class IssuedCounter {

  private SequenceBlock block = SequenceBlock.empty();
  private int counted;
  private long total;

  /** Counts what the current block has issued so far. */
  public void settle() {
    int issued = block.issued();
    total += issued - counted;
    counted = issued;
  }

  /** Goes on with another block, of which nothing that was issued before counts. */
  public void follow(SequenceBlock next) {
    settle();
    block = next;
    counted = next.issued();
  }

  /** How many ids were counted, without those of the current block since. */
  public long settled() {
    return total;
  }

  /** How many ids have been issued. */
  public long total() {
    return total + block.issued() - counted;
  }
}
