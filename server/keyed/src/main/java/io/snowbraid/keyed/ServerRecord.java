package io.snowbraid.keyed;

import java.time.Duration;

/**
 * The stored row of a server, from its start to its end. A server that starts again, or that others
 * have ended, is a new one with a new id.
 *
 * @param id 40 hexadecimal digits that no other start has
 * @param address where clients reach it, as {@code host:port}
 * @param expiresAfter for how long others wait for its next renewal at least before they end it:
 *     its lease and margin, in whole milliseconds
 * @param state what it does
 * @param moves how many times the server has changed the holder of slots, so that others notice
 * @param stamp a text of 36 characters that no other write has
 */
public record ServerRecord(
    String id, String address, Duration expiresAfter, State state, long moves, String stamp) {

  /** What a server does. Earlier states do not come back. */
  public enum State {
    /** It holds slots, and takes more. */
    SERVING,
    /** It is handing its slots over to others. */
    LEAVING,
    /** It issues nothing any more; its slots are free. Either it has ended, or others ended it. */
    ENDED
  }

  /**
   * Returns the row with another state.
   *
   * @param newState the state
   * @param newStamp the stamp of the write
   * @return a new row
   */
  public ServerRecord withState(State newState, String newStamp) {
    return new ServerRecord(id, address, expiresAfter, newState, moves, newStamp);
  }

  /**
   * Checks that two rows are of one server.
   *
   * @param before the row that was read
   * @param after the row that is to be written
   * @throws IllegalArgumentException if their ids differ
   */
  public static void requireSame(ServerRecord before, ServerRecord after) {
    if (!before.id.equals(after.id)) {
      throw new IllegalArgumentException(
          "row of a server must keep its id: before=" + before.id + ", after=" + after.id);
    }
  }
}
