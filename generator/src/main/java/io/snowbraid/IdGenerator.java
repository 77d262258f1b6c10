package io.snowbraid;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Arguments;

/**
 * Issues 64-bit ids, each only once.
 *
 * <p>Ids are at least 0, and roughly in the order in which they were issued. Implementations are
 * safe for use by any number of threads.
 *
 * <p>With Spring, import {@code io.snowbraid.IdGenerator}, which issues {@code long}s; {@code
 * org.springframework.util.IdGenerator} generates UUIDs.
 */
public interface IdGenerator {

  /**
   * Issues one id.
   *
   * @return an id that was never issued before and is never issued again, at least 0
   * @throws IdsUnavailableException if no id can be issued now; nothing is lost and a later call
   *     may succeed
   * @throws SnowbraidException if no id can be issued for another reason, such as that this is
   *     closed
   */
  long nextId();

  /**
   * Fills an array with new ids in ascending order.
   *
   * @param target the array to fill; its length is the number of ids wanted and may be 0
   * @throws SnowbraidException if not all ids can be issued now; the content of the array is then
   *     undefined, and the ids in it are not issued again
   */
  void nextIds(long[] target);

  /**
   * Issues several ids in ascending order.
   *
   * @param count how many, at least 0
   * @return a new array of that length
   * @throws IllegalArgumentException if {@code count} is negative
   * @throws SnowbraidException if not all ids can be issued now
   */
  default long[] nextIds(int count) {
    Arguments.atLeast("count", count, 0);
    long[] ids = new long[count];
    nextIds(ids);
    return ids;
  }
}
