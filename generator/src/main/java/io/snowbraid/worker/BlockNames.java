package io.snowbraid.worker;

import java.util.List;
import java.util.Optional;

/**
 * Keeps what blocks of ids are called. That a name always means the same block depends on {@link
 * #insert} alone: it is one atomic write, which is durable when it is answered. Uniqueness does not
 * depend on names, because the ticks of a block are {@linkplain WorkerSource#claim claimed} before.
 *
 * <p>Implementations are safe for use by any number of threads, and may block.
 */
public interface BlockNames {

  /**
   * Looks a block up.
   *
   * @param name its name
   * @return the block; empty if there is none of this name
   * @throws WorkerSourceException if the store cannot be reached or read
   */
  Optional<NamedBlock> find(String name);

  /**
   * Records a block, unless there is one of this name. Of any number of simultaneous calls with one
   * name, one succeeds.
   *
   * @param block the block
   * @return false if there is one, whatever it has
   * @throws WorkerSourceException if the store cannot be reached or read; the block may have been
   *     recorded
   */
  boolean insert(NamedBlock block);

  /**
   * Lists the blocks.
   *
   * @return all that have names, in the order of their names
   * @throws WorkerSourceException if the store cannot be reached or read
   */
  List<NamedBlock> list();

  /**
   * Forgets the name of a block. Its ticks stay claimed.
   *
   * @param name the name
   * @return false if there is no such block
   * @throws WorkerSourceException if the store cannot be reached or read; the name may be forgotten
   */
  boolean forget(String name);
}
