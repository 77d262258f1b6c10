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
 * The record of one worker in a store; or of one name of a block, which then is the owner, and
 * whose size, worker, lane, first and last tick are the ticks.
 *
 * @param worker the worker, {@link NamespaceSnapshot#NAMESPACE}, or the number of a name below that
 * @param layout the text form of the layout of the namespace
 * @param owner who holds the worker, or held it last, for people; at most 255 characters
 * @param holder the stamp of the last write; empty if nobody holds the worker
 * @param fence a number that grows by one with each write; a write that expects another one is
 *     rejected
 * @param lastTicks for each lane the last tick on which an id may be issued
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

  /** The value of {@code expiresAt} for a worker that was released. */
  public static final long RELEASED = 0;

  /** The value of {@code expiresAt} for a worker that is permanently reserved. */
  public static final long RESERVED = Long.MAX_VALUE;

  /** How the stamp of a worker begins that is reserved for ids of the past, and for blocks. */
  private static final String PAST = "past ";

  /** No layout has this tick, so a record with it is damaged. */
  private static final long NO_TICK = 1L << 48;

  private static final int OWNER_LENGTH = 255;

  private static final int STAMP_LENGTH = 36;

  static WorkerRecord unheld(int worker, String layout, int lanes) {
    return new WorkerRecord(
        worker, layout, "", "", 0, Collections.nCopies(lanes, -1L), RELEASED, RELEASED);
  }

  /** Truncates an owner's name. */
  static String fitting(String owner) {
    if (owner.length() <= OWNER_LENGTH) {
      return owner;
    }
    boolean splits = Character.isHighSurrogate(owner.charAt(OWNER_LENGTH - 1));
    return owner.substring(0, splits ? OWNER_LENGTH - 1 : OWNER_LENGTH);
  }

  /** Returns when a holder is presumed dead; never {@link #RESERVED}. */
  static long until(long now, Duration horizon) {
    long longest = RESERVED - 1 - now;
    return horizon.compareTo(Duration.ofMillis(longest)) < 0
        ? now + horizon.toMillis()
        : now + longest;
  }

  /** Returns the next state of the record, held by a new lease that has no grant yet. */
  WorkerRecord heldBy(String newOwner, String newHolder, long until, long now) {
    long odd = (until - 1) | 1;
    return new WorkerRecord(
        worker, layout, fitting(newOwner), newHolder, fence + 1, lastTicks, odd, now);
  }

  /** Returns the next state of the record, with other ticks. */
  WorkerRecord with(long[] ticks, String newHolder, long until, long now) {
    List<Long> list = Arrays.stream(ticks).boxed().toList();
    long even = until & ~1;
    return new WorkerRecord(worker, layout, owner, newHolder, fence + 1, list, even, now);
  }

  /** Returns the next state of the record, released. */
  WorkerRecord released(long now) {
    return new WorkerRecord(worker, layout, owner, "", fence + 1, lastTicks, RELEASED, now);
  }

  boolean isHeld(long now) {
    return !isFree(now) && expiresAt != RESERVED;
  }

  /**
   * Returns whether the worker has a holder that has recorded a grant. Before that, the ticks are
   * those of the holder before. The time of expiry is odd until the first grant and even from then
   * on, so that the record tells.
   */
  boolean isGranted(long now) {
    return isHeld(now) && (expiresAt & 1) == 0;
  }

  /**
   * Estimates how far the clock of the holder, which has a grant, is ahead of the store's. A grant
   * reaches one horizon past the holder's clock, and the record expires one horizon past the
   * store's. Lanes that were left by a step of the clock say nothing, so the lane with the smallest
   * difference counts; in a burst the estimate is too high by {@code maxLead} at most.
   */
  Optional<Duration> clockOffset(Instant epoch, Duration tick) {
    Instant expiry = Instant.ofEpochMilli(expiresAt);
    return lastTicks.stream()
        .filter(last -> last >= 0 && last < NO_TICK)
        .map(last -> Duration.between(expiry, epoch.plus(tick.multipliedBy(last))))
        .min(Comparator.comparing(Duration::abs));
  }

  /**
   * Returns the next state of the record, reserved for ids of the past and for blocks, with more
   * ticks of a lane claimed.
   */
  WorkerRecord claimed(LaneClaim claim, String stamp, long now) {
    List<Long> ticks = new ArrayList<>(lastTicks);
    ticks.set(claim.lane(), claim.lastTick());
    String mark = (PAST + stamp).substring(0, STAMP_LENGTH);
    return new WorkerRecord(
        worker, layout, LaneClaim.OWNER, mark, fence + 1, List.copyOf(ticks), RESERVED, now);
  }

  /**
   * Returns whether the worker is reserved for ids of the past and for blocks, and not for SQL
   * functions.
   */
  boolean isForPast() {
    return expiresAt == RESERVED && holder.startsWith(PAST);
  }

  boolean isFree(long now) {
    return expiresAt < now;
  }

  /**
   * Returns whether the clock has stepped back by more than the holder's horizon since the record
   * was written. After a smaller step it is enough to wait, and the clocks of one store may differ
   * slightly.
   */
  boolean isSeenInFuture(long now) {
    return expiresAt != RESERVED && seenAt > now && seenAt - now > expiresAt - seenAt;
  }

  long[] ticks() {
    return lastTicks.stream().mapToLong(Long::longValue).toArray();
  }
}
