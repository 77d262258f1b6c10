package io.snowbraid.worker.record;

/**
 * How a source reaches the records of its namespace: over which connection, and for how long it
 * waits. Its {@code toString} describes the store and the namespace in messages.
 *
 * <p>Implementations are safe for use by any number of threads.
 *
 * @param <X> what the store throws if it fails
 */
public interface RecordAccess<X extends Exception> {

  /**
   * Work with the records.
   *
   * @param <T> its result
   * @param <X> what the store throws if it fails
   */
  @FunctionalInterface
  interface Work<T, X extends Exception> {

    /**
     * Does the work.
     *
     * @param records the records of the namespace
     * @return its result
     * @throws X if the store fails
     */
    T apply(WorkerRecords<X> records) throws X;
  }

  /**
   * Does work that no generator waits for with a grant that ends.
   *
   * @param <T> its result
   * @param work the work
   * @return its result
   * @throws io.snowbraid.worker.WorkerSourceException if the store fails or does not answer in time
   */
  <T> T call(Work<T, X> work);

  /**
   * Records a grant, or gives up early enough to try again before the last one ends.
   *
   * @param <T> its result
   * @param work the work
   * @return its result
   * @throws io.snowbraid.worker.WorkerSourceException if the store fails or does not answer in time
   */
  default <T> T grant(Work<T, X> work) {
    return call(work);
  }

  /**
   * Releases a worker.
   *
   * @param <T> its result
   * @param work the work
   * @return its result
   * @throws io.snowbraid.worker.WorkerSourceException if the store fails or does not answer in time
   */
  default <T> T release(Work<T, X> work) {
    return grant(work);
  }

  /**
   * Says what to do after records were lost, for messages.
   *
   * @return what an operator has to do, unless there is more to know about the store
   */
  default String afterLoss() {
    return RecordedWorkers.AFTER_LOSS;
  }
}
