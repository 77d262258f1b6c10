package io.snowbraid.worker.record;

import io.snowbraid.worker.LaneClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The record of one worker in a store, or of one block name. For a block name, {@code owner} is the
 * name, and {@code lastTicks} holds the block's size, worker, lane, first tick and last tick.
 *
 * @param worker the worker, {@link NamespaceSnapshot#NAMESPACE}, or a block name's number, which is
 *     lower
 * @param layout the text form of the namespace's layout
 * @param owner the worker's present or last owner, for people; at most 255 characters
 * @param holder the stamp of the last write; empty if the worker is not held
 * @param fence a number that grows by one with each write; a write that expects another number is
 *     rejected
 * @param lastTicks for each lane, the last tick on which an id may be issued
 * @param expiresAt when the holder is presumed dead, in milliseconds since 1970 by the store's
 *     clock
 * @param seenAt when the record was last written, by the same clock
 */
public record WorkerRecord(
    int worker,
    String layout,
    String owner,
    String holder,
    long fence,
    List<Long> lastTicks,
    long expiresAt,
    long seenAt) {

  /** The value of {@code expiresAt} for a released worker. */
  public static final long RELEASED = 0;

  /** The value of {@code expiresAt} for a permanently reserved worker. */
  public static final long RESERVED = Long.MAX_VALUE;

  /** The start of the stamp for a worker reserved for past ids and blocks. */
  private static final String PAST = "past ";

  /** No clock reaches this tick (8,900 years in milliseconds); a record beyond it is damaged. */
  private static final long NO_TICK = 1L << 48;

  private static final int OWNER_LENGTH = 255;

  private static final int STAMP_LENGTH = 36;

  static WorkerRecord unheld(int worker, String layout, int lanes) {
    return new WorkerRecord(
        worker, layout, "", "", 0, Collections.nCopies(lanes, -1L), RELEASED, RELEASED);
  }

  /** Truncates an owner's name to the permitted length. */
  static String truncated(String owner) {
    if (owner.length() <= OWNER_LENGTH) {
      return owner;
    }
    boolean splits = Character.isHighSurrogate(owner.charAt(OWNER_LENGTH - 1));
    return owner.substring(0, splits ? OWNER_LENGTH - 1 : OWNER_LENGTH);
  }

  /** Returns when a holder will be presumed dead; never {@link #RESERVED}. */
  static long expiry(long now, Duration horizon) {
    long longest = RESERVED - 1 - now;
    return horizon.compareTo(Duration.ofMillis(longest)) < 0
        ? now + horizon.toMillis()
        : now + longest;
  }

  /** Returns the next record, held by a new lease that has no grant yet. */
  WorkerRecord heldBy(String newOwner, String newHolder, long expiry, long now) {
    long odd = (expiry - 1) | 1;
    return new WorkerRecord(
        worker, layout, truncated(newOwner), newHolder, fence + 1, lastTicks, odd, now);
  }

  /** Returns the next record, with other ticks. */
  WorkerRecord with(long[] ticks, String newHolder, long expiry, long now) {
    List<Long> list = Arrays.stream(ticks).boxed().toList();
    long even = expiry & ~1;
    return new WorkerRecord(worker, layout, owner, newHolder, fence + 1, list, even, now);
  }

  /** Returns the next record, released. */
  WorkerRecord released(long now) {
    return new WorkerRecord(worker, layout, owner, "", fence + 1, lastTicks, RELEASED, now);
  }

  boolean isHeld(long now) {
    return !isFree(now) && expiresAt != RESERVED;
  }

  /**
   * Returns whether the holder has recorded a grant. Until then, the ticks are those of the
   * previous holder. The expiry time is odd before the first grant and even afterwards.
   */
  boolean isGranted(long now) {
    return isHeld(now) && (expiresAt & 1) == 0;
  }

  /**
   * Estimates how far the clock of a holder with a grant is ahead of the store's. A grant extends
   * one horizon past the holder's clock, and the record expires one horizon past the store's. Lanes
   * abandoned after a clock step do not count, so the smallest difference is taken. During a burst,
   * the estimate may be too high by up to {@code maxLead}.
   */
  Optional<Duration> clockOffset(Instant epoch, Duration tick) {
    Instant expiry = Instant.ofEpochMilli(expiresAt);
    return lastTicks.stream()
        .filter(last -> last >= 0 && last < NO_TICK)
        .map(last -> Duration.between(expiry, epoch.plus(tick.multipliedBy(last))))
        .min(Comparator.comparing(Duration::abs));
  }

  /** Returns the next record, reserved for past ids and blocks, after claiming ticks of a lane. */
  WorkerRecord claimed(LaneClaim claim, String stamp, long now) {
    List<Long> ticks = new ArrayList<>(lastTicks);
    ticks.set(claim.lane(), claim.lastTick());
    String mark = (PAST + stamp).substring(0, STAMP_LENGTH);
    return new WorkerRecord(
        worker, layout, LaneClaim.OWNER, mark, fence + 1, List.copyOf(ticks), RESERVED, now);
  }

  /** Returns whether the worker is reserved for past ids and blocks rather than SQL functions. */
  boolean isForPast() {
    return expiresAt == RESERVED && holder.startsWith(PAST);
  }

  boolean isFree(long now) {
    return expiresAt < now;
  }

  /**
   * Returns whether the clock has stepped back by more than the holder's horizon since the record
   * was written. Smaller steps need only a wait, and clocks within one store may differ slightly.
   */
  boolean isSeenInFuture(long now) {
    return expiresAt != RESERVED && seenAt > now && seenAt - now > expiresAt - seenAt;
  }

  long[] ticks() {
    return lastTicks.stream().mapToLong(Long::longValue).toArray();
  }
}
