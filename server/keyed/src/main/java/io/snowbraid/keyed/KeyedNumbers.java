package io.snowbraid.keyed;

import java.time.Duration;
import java.util.List;

/**
 * One server's part of the numbers per key. It issues numbers for keys in the slots that it owns,
 * and knows the owners of the other slots. No method waits, except {@link #close}.
 *
 * <p>{@link KeyedNode#open} creates an instance. Applications do not implement this interface, as
 * methods may be added. Only the server calls {@code take}, {@code advance}, {@code last}, {@code
 * whenChanged} and {@code cancel}, which may change in any release.
 *
 * <p>Thread-safe.
 */
public interface KeyedNumbers extends AutoCloseable {

  /** Returned if the slot is not served here now, or its bound must be raised first. */
  long UNAVAILABLE = -1;

  /** Returned by {@link #last} if the key is not in memory. */
  long UNKNOWN = 0;

  /**
   * Reserves the next numbers of a key.
   *
   * @param slot the key's slot
   * @param hash the key's hash, any number but 0; keys with equal hashes share a counter
   * @param count from 1 to the limit in the settings
   * @param nanoTime a reading of {@link System#nanoTime} taken after the request arrived
   * @return the last of the numbers, at least 1; or {@link #UNAVAILABLE}: see {@link #route} and
   *     {@link #whenChanged}
   * @throws IllegalArgumentException if the count is out of range
   * @throws ArithmeticException if fewer than {@code count} numbers remain below 2^63
   */
  long take(int slot, long hash, long count, long nanoTime);

  /**
   * Moves a key forward, so that its next numbers are above a value that another system issued.
   *
   * @param slot the key's slot
   * @param hash as for {@link #take}
   * @param value from 1 to 2^62
   * @param nanoTime as for {@link #take}
   * @return the key's last number after the move: the value, or more if the key was already past
   *     it; or {@link #UNAVAILABLE}
   * @throws IllegalArgumentException if the value is out of range
   */
  long advance(int slot, long hash, long value, long nanoTime);

  /**
   * Returns the last number of a key without moving it.
   *
   * @param slot the key's slot
   * @param hash as for {@link #take}
   * @param nanoTime as for {@link #take}
   * @return the last number; {@link #UNKNOWN} if the key was never used here or was forgotten; or
   *     {@link #UNAVAILABLE}
   */
  long last(int slot, long hash, long nanoTime);

  /**
   * Returns where a slot is served. If this server does not own the slot, it ignores records read
   * before the call arrived; otherwise two servers could redirect a call back and forth. Without a
   * newer record, the route is {@link SlotRoute.Kind#MOVING}, and {@link #whenChanged} makes this
   * server read the record.
   *
   * @param slot from 0 to 16,383
   * @param arrived a reading of {@link System#nanoTime} taken after the call arrived
   * @return the route
   */
  SlotRoute route(int slot, long arrived);

  /**
   * Registers a callback for the slot's next change and triggers that change: raises the bound if a
   * call needed more numbers, and reads the record if that is required. Changes between a call and
   * the registration are not missed.
   *
   * @param slot from 0 to 16,383
   * @param wake called at most once, in any thread, at any time; must not throw or block. If
   *     nothing changes, it is never called, so the caller needs its own time limit
   */
  void whenChanged(int slot, Runnable wake);

  /**
   * Removes a callback; has no effect if it is not registered.
   *
   * @param slot from 0 to 16,383
   * @param wake the callback passed to {@link #whenChanged}
   */
  void cancel(int slot, Runnable wake);

  /**
   * Returns the servers known to this one. Slots without an owner are listed under this server, so
   * that clients find every slot.
   *
   * @return the servers that have not stopped, this one first
   */
  List<ClusterMember> members();

  /**
   * Returns what this server owns and has done.
   *
   * @return a snapshot
   */
  KeyedStatus status();

  /**
   * Returns the settings.
   *
   * @return the settings passed when opening
   */
  KeyedSettings settings();

  /**
   * Shuts down cleanly, in three steps:
   *
   * <ol>
   *   <li>Transfers all slots to other servers. This step ends when no slot could be transferred
   *       for 1.4 leases, because by then other servers acquire the slots themselves.
   *   <li>Waits up to 5 s until the other servers no longer redirect clients here.
   *   <li>Stops, which takes up to one lease.
   * </ol>
   */
  @Override
  void close();

  /**
   * Shuts down like {@link #close()}, but within a time limit. Other servers acquire any remaining
   * slots as after a crash.
   *
   * @param max how long shutting down may take
   */
  void close(Duration max);
}
