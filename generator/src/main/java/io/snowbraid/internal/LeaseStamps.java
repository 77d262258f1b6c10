package io.snowbraid.internal;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks the stamps of one lease, for stores of workers. A <em>stamp</em> is a text
 * that only one write has, so that a holder recognises its own record.
 *
 * <p>Memory can be cloned: by a snapshot of a virtual machine, a fork, a restored image. All clones
 * then hold the same lease, and a constant name could not tell them apart. So each write carries a
 * new stamp, and a lease recognises a record as its own only if it carries the stamp of its last
 * answered write, or of a later write whose answer it has not seen. The first clone that writes
 * shuts the others out.
 *
 * <p>A clone has the same state of its random generators as the original. So a stamp combines fresh
 * entropy of the operating system, the steady clock and the wall clock, read when it is created.
 *
 * <p>Not thread-safe.
 */
public final class LeaseStamps {

  /** How many unanswered writes are remembered. With more, the lease is lost. */
  private static final int MAX_PENDING = 16;

  private final Supplier<byte[]> entropy;
  private final LongSupplier nanoTime;
  private final LongSupplier wallMillis;
  private final Deque<String> pending = new ArrayDeque<>();
  private @Nullable String answered;

  /** Creates the stamps of a new lease, from the system's entropy and clocks. */
  public LeaseStamps() {
    this(Entropy.FRESH, System::nanoTime, System::currentTimeMillis);
  }

  LeaseStamps(Supplier<byte[]> entropy, LongSupplier nanoTime, LongSupplier wallMillis) {
    this.entropy = entropy;
    this.nanoTime = nanoTime;
    this.wallMillis = wallMillis;
  }

  /**
   * Creates a clone, as a snapshot of the memory does; for tests.
   *
   * @return stamps that nothing tells apart from these until either creates one
   */
  public LeaseStamps copy() {
    LeaseStamps copy = new LeaseStamps(entropy, nanoTime, wallMillis);
    copy.pending.addAll(pending);
    copy.answered = answered;
    return copy;
  }

  /**
   * Creates the stamp of the next write. Call it right before the write: a stamp that was never
   * sent displaces one that may have been.
   *
   * @return a new text of 36 characters, which counts as this lease's own from now on
   */
  public String next() {
    String stamp = fresh();
    if (pending.size() == MAX_PENDING) {
      pending.removeFirst();
    }
    pending.addLast(stamp);
    return stamp;
  }

  /**
   * Notes which stamp is in the store: that of an answered write, or one that was read.
   *
   * @param stamp a stamp of this lease; earlier ones no longer count
   * @throws IllegalArgumentException if {@link #isOwn} does not know the stamp
   */
  public void confirm(String stamp) {
    if (!isOwn(stamp)) {
      throw new IllegalArgumentException("stamp must be of this lease: stamp=" + stamp);
    }
    if (pending.contains(stamp)) { // if not, it was confirmed before, and later writes may follow
      forgetUpTo(stamp);
      answered = stamp;
    }
  }

  private void forgetUpTo(String stamp) {
    while (!pending.removeFirst().equals(stamp)) {
      // an older write, which can no longer happen
    }
  }

  /**
   * Returns whether a record is this lease's own.
   *
   * @param stamp the stamp of the record
   * @return whether it is that of the last answered write or of one after it
   */
  public boolean isOwn(String stamp) {
    return stamp.equals(answered) || pending.contains(stamp);
  }

  private String fresh() {
    byte[] random = entropy.get();
    ByteBuffer input = ByteBuffer.allocate(random.length + 2 * Long.BYTES);
    input.put(random).putLong(nanoTime.getAsLong()).putLong(wallMillis.getAsLong());
    ByteBuffer hash = ByteBuffer.wrap(sha256(input.array()));
    return new UUID(hash.getLong(), hash.getLong()).toString();
  }

  private static byte[] sha256(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Reads seeds, which come from the operating system at each call; random numbers would be
   * computed from memory, which may be cloned.
   */
  private static final class Entropy {

    private static final int BYTES = 16;
    private static final SecureRandom SOURCE = source();
    static final Supplier<byte[]> FRESH = () -> SOURCE.generateSeed(BYTES);

    private static SecureRandom source() {
      try {
        return SecureRandom.getInstance("NativePRNGNonBlocking");
      } catch (NoSuchAlgorithmException e) { // not a POSIX system
        return new SecureRandom();
      }
    }
  }
}
