package io.snowbraid.worker.record;

/**
 * The records of one namespace in a store, and all that a store must implement; {@link
 * RecordedWorkers} turns it into a worker source.
 *
 * <p>The record with the number {@link NamespaceSnapshot#NAMESPACE} holds the layout. Higher
 * numbers are workers that were ever held, lower numbers are block names. Records are never
 * deleted, because they show which ids may have been issued.
 *
 * <p>Uniqueness depends on two promises:
 *
 * <ol>
 *   <li>Each write is <em>atomic</em>. Of concurrent writes that expect the same fence, exactly one
 *       succeeds.
 *   <li>Each write is <em>durable</em> before it is answered. No failure that the store's users
 *       must expect undoes it, and every later read sees it.
 * </ol>
 *
 * <p>Each method throws {@code X} or {@link io.snowbraid.worker.WorkerSourceException} if the store
 * does not answer. Such a write may have happened, or may still happen later.
 *
 * <p>Implementations are thread-safe, unless a {@link RecordAccess} creates one for each call.
 *
 * @param <X> thrown if the store fails
 */
public interface WorkerRecords<X extends Exception> {

  /**
   * Reads the records of the namespace and its workers, and the store's clock immediately before or
   * afterwards.
   *
   * @return the records; none if the namespace is new
   * @throws X if the store fails
   */
  NamespaceSnapshot read() throws X;

  /**
   * Reads the records of block names. A store with many names overrides this method, so that {@link
   * #read()} can omit them.
   *
   * @return these records, possibly among others
   * @throws X if the store fails
   */
  default NamespaceSnapshot readNames() throws X {
    return read();
  }

  /**
   * Reads the latest version of one record, and the store's clock.
   *
   * @param worker its number
   * @return the record; none if it does not exist
   * @throws X if the store fails
   */
  NamespaceSnapshot read(int worker) throws X;

  /**
   * Inserts a record.
   *
   * @param record the record
   * @return false if this number already has a record, whatever its content
   * @throws X if the store fails
   */
  boolean insert(WorkerRecord record) throws X;

  /**
   * Replaces a record if its fence is one lower than the new one's.
   *
   * @param record the new record
   * @return false if the fence differs; then nothing was written
   * @throws X if the store fails
   */
  boolean update(WorkerRecord record) throws X;
}
