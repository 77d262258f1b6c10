package io.snowbraid.worker;

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
 * The names that one lease signs its writes with, for stores of workers.
 *
 * <p>Memory can be cloned: by a snapshot of a virtual machine, a fork, a restored image. All copies
 * hold the same lease then, and a name that stays the same cannot tell them apart. So each write
 * carries a new stamp, and a lease takes a record for its own only if it bears the stamp of its
 * last answered write, or of a write since then whose answer it has not seen. The first copy that
 * writes shuts the others out.
 *
 * <p>A clone has the state of its random generators in common with the original. A stamp therefore
 * joins fresh entropy of the operating system, the monotonic clock and the wall clock, read when it
 * is made.
 *
 * <p>Not safe for threads.
 */
public final class LeaseStamps {

  /** More writes without an answer than this are not remembered: the lease is lost then. */
  private static final int MOST_PENDING = 16;

  private final Supplier<byte[]> entropy;
  private final LongSupplier nanoTime;
  private final LongSupplier wallMillis;
  private final Deque<String> pending = new ArrayDeque<>();
  private @Nullable String answered;

  /** Stamps of a new lease, with the entropy and the clocks of the system. */
  public LeaseStamps() {
    this(Entropy.FRESH, System::nanoTime, System::currentTimeMillis);
  }

  LeaseStamps(Supplier<byte[]> entropy, LongSupplier nanoTime, LongSupplier wallMillis) {
    this.entropy = entropy;
    this.nanoTime = nanoTime;
    this.wallMillis = wallMillis;
  }

  /** A copy, as a snapshot of the memory makes it. */
  LeaseStamps(LeaseStamps original) {
    this(original.entropy, original.nanoTime, original.wallMillis);
    pending.addAll(original.pending);
    answered = original.answered;
  }

  /**
   * Makes the stamp of the next write. To be called right before it: a stamp that was never sent
   * takes the place of one that may have been.
   *
   * @return a new name of 36 characters, which counts as this lease's from now on
   */
  public String next() {
    String stamp = fresh();
    if (pending.size() == MOST_PENDING) {
      pending.removeFirst();
    }
    pending.addLast(stamp);
    return stamp;
  }

  /**
   * Notes what stands in the store: a write that was answered, or one whose stamp was read.
   *
   * @param stamp a stamp of this lease; those made before it count no longer
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
      // an older write, which can no longer take place
    }
  }

  /**
   * Tells whether a record is this lease's.
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

  /** Seeds come from the operating system at each call; random numbers would come from memory. */
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
