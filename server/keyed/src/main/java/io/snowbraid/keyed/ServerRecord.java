package io.snowbraid.keyed;

import java.time.Duration;

/**
 * The stored record of a server, from its start to its end. A server that restarts or was declared
 * dead gets a new record with a new id.
 *
 * @param id 40 hexadecimal digits, different for each start
 * @param address where clients reach the server, as {@code host:port}
 * @param expiresAfter how long other servers wait at least for its next renewal before they declare
 *     it dead: its lease and margin, in whole milliseconds
 * @param state what the server does
 * @param moves how many times the server has changed a slot's owner, so that other servers notice
 * @param stamp a text of 36 characters, different for each write
 */
public record ServerRecord(
    String id, String address, Duration expiresAfter, State state, long moves, String stamp) {

  /** What a server does. States advance in this order only. */
  public enum State {
    /** The server owns slots and acquires more. */
    SERVING,
    /** The server transfers its slots to other servers. */
    LEAVING,
    /**
     * The server issues no more numbers, and its slots are free. It has stopped or was declared
     * dead.
     */
    ENDED
  }

  /**
   * Returns the record with another state.
   *
   * @param newState the state
   * @param newStamp the stamp of this write
   * @return a new record
   */
  public ServerRecord withState(State newState, String newStamp) {
    return new ServerRecord(id, address, expiresAfter, newState, moves, newStamp);
  }

  /**
   * Checks that two records belong to the same server.
   *
   * @param before the record as read
   * @param after the record to write
   * @throws IllegalArgumentException if their ids differ
   */
  public static void requireSame(ServerRecord before, ServerRecord after) {
    if (!before.id.equals(after.id)) {
      throw new IllegalArgumentException(
          "both records must belong to the same server: before="
              + before.id
              + ", after="
              + after.id);
    }
  }
}
