package io.snowbraid;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.Arguments;

/**
 * Generates unique 64-bit ids.
 *
 * <p>Ids are non-negative and roughly ordered by the time they were issued. Implementations are
 * thread-safe.
 *
 * <p>With Spring, import {@code io.snowbraid.IdGenerator}, which returns {@code long}; {@code
 * org.springframework.util.IdGenerator} generates UUIDs.
 */
public interface IdGenerator {

  /**
   * Generates one id.
   *
   * @return a unique id, at least 0
   * @throws IdsUnavailableException if no id is available now, but a later call may succeed
   * @throws SnowbraidException if no id can be issued for another reason, such as a closed
   *     generator
   */
  long nextId();

  /**
   * Fills an array with new ids in ascending order.
   *
   * @param target the array to fill; it may be empty
   * @throws SnowbraidException if not all ids are available; the array's content is then undefined,
   *     and ids already written to it are not issued again
   */
  void nextIds(long[] target);

  /**
   * Generates several ids in ascending order.
   *
   * @param count the number of ids, at least 0
   * @return a new array with that many ids
   * @throws IllegalArgumentException if {@code count} is negative
   * @throws SnowbraidException if not all ids are available
   */
  default long[] nextIds(int count) {
    Arguments.atLeast("count", count, 0);
    long[] ids = new long[count];
    nextIds(ids);
    return ids;
  }
}
