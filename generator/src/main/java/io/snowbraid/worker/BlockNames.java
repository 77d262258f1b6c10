package io.snowbraid.worker;

import java.util.List;
import java.util.Optional;

/**
 * Maps names to blocks of ids. A name always means the same block because {@link #insert} is one
 * atomic write, durable before it returns. Uniqueness does not depend on names: a block's ticks are
 * {@linkplain WorkerSource#claim claimed} first.
 *
 * <p>Implementations are thread-safe and may block.
 */
public interface BlockNames {

  /**
   * Finds a block.
   *
   * @param name the block's name
   * @return the block; empty if no block has this name
   * @throws WorkerSourceException if the store cannot be reached or read
   */
  Optional<NamedBlock> find(String name);

  /**
   * Records a block unless its name is taken. Of concurrent calls with one name, exactly one
   * succeeds.
   *
   * @param block the block
   * @return false if the name is taken, even by an equal block
   * @throws WorkerSourceException if the store cannot be reached or read; the block may have been
   *     recorded
   */
  boolean insert(NamedBlock block);

  /**
   * Lists the blocks.
   *
   * @return all named blocks, ordered by name
   * @throws WorkerSourceException if the store cannot be reached or read
   */
  List<NamedBlock> list();

  /**
   * Forgets a block's name. Its ticks remain claimed.
   *
   * @param name the block's name
   * @return false if no block has this name
   * @throws WorkerSourceException if the store cannot be reached or read; the name may be forgotten
   */
  boolean forget(String name);
}
