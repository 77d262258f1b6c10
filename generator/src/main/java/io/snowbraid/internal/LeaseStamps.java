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
 * Creates and checks the stamps of one lease, for worker stores. A <em>stamp</em> is a text unique
 * to one write; it lets a lease recognise its own record.
 *
 * <p>Snapshots, forks and restored images clone memory. All clones then hold the same lease, and a
 * constant name could not distinguish them. Each write therefore carries a new stamp. A lease
 * recognises a record as its own only by the stamp of its last answered write, or of a later write
 * whose answer is outstanding. The first clone to write shuts out the others.
 *
 * <p>A clone's random generators have the original's state. A stamp therefore combines fresh
 * entropy from the operating system with the monotonic and the wall clock, all read when the stamp
 * is created.
 *
 * <p>Not thread-safe.
 */
public final class LeaseStamps {

  /** The most unanswered writes to remember. With more, the lease is lost. */
  private static final int MAX_PENDING = 16;

  private final Supplier<byte[]> entropy;
  private final LongSupplier nanoTime;
  private final LongSupplier wallMillis;
  private final Deque<String> pending = new ArrayDeque<>();
  private @Nullable String answered;

  /** Creates a lease's stamps, using the operating system's entropy and clocks. */
  public LeaseStamps() {
    this(Entropy.FRESH, System::nanoTime, System::currentTimeMillis);
  }

  LeaseStamps(Supplier<byte[]> entropy, LongSupplier nanoTime, LongSupplier wallMillis) {
    this.entropy = entropy;
    this.nanoTime = nanoTime;
    this.wallMillis = wallMillis;
  }

  /**
   * Creates a clone, like a memory snapshot; for tests.
   *
   * @return stamps identical to these until either creates one
   */
  public LeaseStamps copy() {
    LeaseStamps copy = new LeaseStamps(entropy, nanoTime, wallMillis);
    copy.pending.addAll(pending);
    copy.answered = answered;
    return copy;
  }

  /**
   * Creates the next write's stamp. Call this right before the write: a stamp that is never sent
   * displaces one that may have been.
   *
   * @return a new text of 36 characters, which {@link #isOwn} recognises from now on
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
   * Confirms the stamp in the store, after an answered write or a read. Earlier stamps are no
   * longer recognised.
   *
   * @param stamp a stamp of this lease
   * @throws IllegalArgumentException if {@link #isOwn} does not recognise the stamp
   */
  public void confirm(String stamp) {
    if (!isOwn(stamp)) {
      throw new IllegalArgumentException("stamp must be of this lease: stamp=" + stamp);
    }
    if (pending.contains(stamp)) { // otherwise it was confirmed before, and later writes may follow
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
   * @param stamp the record's stamp
   * @return whether it is the stamp of the last answered write or of a later one
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
   * Reads seeds from the operating system at each call. Random numbers would be computed from
   * memory, which may be cloned.
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
