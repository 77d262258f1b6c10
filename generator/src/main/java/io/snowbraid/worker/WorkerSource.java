package io.snowbraid.worker;

/**
 * Where a generator gets its worker number from.
 *
 * <p>No two live generators whose ids must be unique together may hold the same worker.
 * Implementations are safe for use by any number of threads.
 */
public interface WorkerSource {

  /**
   * Takes a worker for one generator.
   *
   * @param workers how many workers the layout has
   * @return a worker from 0 to {@code workers} - 1
   * @throws IllegalArgumentException if the source can only give a worker beyond that
   */
  int acquire(int workers);

  /**
   * A number that its user vouches for: nobody else may issue ids under it, in this process or in
   * another. Nothing is stored, so after a restart uniqueness rests on the clock standing later
   * than the last id of the process before.
   *
   * @param worker the worker, at least 0
   * @return a source of that one worker
   * @throws IllegalArgumentException if {@code worker} is negative
   */
  static WorkerSource fixed(int worker) {
    return new FixedWorker(worker);
  }
}
