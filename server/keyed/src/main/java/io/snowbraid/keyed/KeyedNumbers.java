package io.snowbraid.keyed;

import java.time.Duration;
import java.util.List;

/**
 * One server's part of the numbers per key: it issues the numbers of keys whose slots it holds, and
 * knows who holds the others. Its calls do not wait, except {@link #close}.
 *
 * <p>Applications do not implement it, and it may get further methods: {@link KeyedNode#open}
 * creates one. The methods {@code take}, {@code advance}, {@code last}, {@code whenChanged} and
 * {@code cancel} are called by the server only, and may change in any release.
 *
 * <p>Safe for use by any number of threads.
 */
public interface KeyedNumbers extends AutoCloseable {

  /** Returned by {@link #take} if no number can be issued here now. */
  long NOT_NOW = 0;

  /** Returned by {@link #last} if the key is not in memory. */
  long UNKNOWN = 0;

  /** Returned by {@link #last} if the slot is not served here now. */
  long NOT_HERE = -1;

  /**
   * Reserves the next numbers of a key.
   *
   * @param slot the key's slot
   * @param hash names the key, any number but 0; keys with equal hashes share a counter
   * @param count how many, from 1 to the limit of the settings
   * @param nanoTime a reading of {@link System#nanoTime} that was made after the request arrived
   * @return the last of them, at least 1; or {@link #NOT_NOW}, then see {@link #route} and {@link
   *     #whenChanged}
   * @throws IllegalArgumentException if the count is out of its range
   * @throws ArithmeticException if the slot has not so many numbers left below 2^63
   */
  long take(int slot, long hash, long count, long nanoTime);

  /**
   * Makes the next numbers of a key come after a value, such as one that another system has issued.
   *
   * @param slot the key's slot
   * @param hash as for {@link #take}
   * @param value from 1 to 2^62
   * @param nanoTime as for {@link #take}
   * @return where the key stands then: the value, or more if it was past it; or {@link #NOT_NOW}
   * @throws IllegalArgumentException if the value is out of its range
   */
  long advance(int slot, long hash, long value, long nanoTime);

  /**
   * Returns where a key stands, without moving it.
   *
   * @param slot the key's slot
   * @param hash as for {@link #take}
   * @param nanoTime as for {@link #take}
   * @return its last number; {@link #UNKNOWN} if the key was never used here or was forgotten; or
   *     {@link #NOT_HERE} if the slot is not served here now
   */
  long last(int slot, long hash, long nanoTime);

  /**
   * Returns where a slot is served. If it is not held here, what was read before the call arrived
   * does not count, so that two servers cannot send a call to and fro. Then this returns {@link
   * SlotRoute.Kind#MOVING}, and the row is read again if somebody {@linkplain #whenChanged waits}
   * for it.
   *
   * @param slot from 0 to 16,383
   * @param arrived a reading of {@link System#nanoTime} that was made after the call arrived
   * @return the route
   */
  SlotRoute route(int slot, long arrived);

  /**
   * Registers a callback for the next change of a slot, and makes that happen: raises the bound if
   * a call was not possible because of it, and reads the row of the slot if that has to be read. A
   * change between the call and the registration is not missed.
   *
   * @param slot from 0 to 16,383
   * @param wake called once, in any thread, soon or late; it must not throw or block. It is not
   *     called if nothing changes, so the caller needs a limit of its own
   */
  void whenChanged(int slot, Runnable wake);

  /**
   * Removes a callback; does nothing if it is not registered.
   *
   * @param slot from 0 to 16,383
   * @param wake as it was passed to {@link #whenChanged}
   */
  void cancel(int slot, Runnable wake);

  /**
   * Returns the servers as this one knows them. Slots that nobody holds are listed with this one,
   * so that clients find all slots.
   *
   * @return those that have not ended, this one first
   */
  List<ClusterMember> members();

  /**
   * Returns what this server holds, and what it did.
   *
   * @return a snapshot
   */
  KeyedStatus status();

  /**
   * Returns the settings that this was opened with.
   *
   * @return the settings
   */
  KeyedSettings settings();

  /**
   * Hands all slots over to the other servers, waits until these send no client here any more, for
   * 5 s at most, and ends, which takes a lease at most. If no slot can be handed over for a lease
   * and two fifths, which is when the others take them by themselves, it ends, too.
   */
  @Override
  void close();

  /**
   * Ends as {@link #close()} does, but does not take longer than allowed. Others then take what is
   * left as they do from a server that was killed.
   *
   * @param max how long this may take
   */
  void close(Duration max);
}
