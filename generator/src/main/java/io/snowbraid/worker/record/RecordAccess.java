package io.snowbraid.worker.record;

/**
 * Gives a source access to the records of its namespace: chooses the connection and limits the
 * wait. Its {@code toString} describes the store and the namespace in messages. Thread-safe.
 *
 * @param <X> thrown if the store fails
 */
public interface RecordAccess<X extends Exception> {

  /**
   * Work with the records.
   *
   * @param <T> the result
   * @param <X> thrown if the store fails
   */
  @FunctionalInterface
  interface Work<T, X extends Exception> {

    /**
     * Does the work.
     *
     * @param records the records of the namespace
     * @return the result
     * @throws X if the store fails
     */
    T apply(WorkerRecords<X> records) throws X;
  }

  /**
   * Runs work that no expiring grant depends on.
   *
   * @param <T> the result
   * @param work the work
   * @return its result
   * @throws io.snowbraid.worker.WorkerSourceException if the store fails or does not answer in time
   */
  <T> T call(Work<T, X> work);

  /**
   * Runs work that records a grant. Gives up early enough for a retry before the last grant
   * expires.
   *
   * @param <T> the result
   * @param work the work
   * @return its result
   * @throws io.snowbraid.worker.WorkerSourceException if the store fails or does not answer in time
   */
  default <T> T grant(Work<T, X> work) {
    return call(work);
  }

  /**
   * Runs work that releases a worker.
   *
   * @param <T> the result
   * @param work the work
   * @return its result
   * @throws io.snowbraid.worker.WorkerSourceException if the store fails or does not answer in time
   */
  default <T> T release(Work<T, X> work) {
    return grant(work);
  }

  /** {@return the operator's remedy after records were lost, for messages} */
  default String afterLoss() {
    return RecordedWorkers.AFTER_LOSS;
  }
}
