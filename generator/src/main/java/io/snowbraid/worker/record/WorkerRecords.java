package io.snowbraid.worker.record;

/**
 * The records of one namespace in a store. This is all that a store has to provide; {@link
 * RecordedWorkers} makes a worker source of it.
 *
 * <p>A namespace has one record with number {@link NamespaceSnapshot#NAMESPACE}, which holds its
 * layout, one for each worker that was ever held, and below that number one for each name of a
 * block. Records are never deleted, because they say what was issued.
 *
 * <p>Uniqueness depends on two promises. Each write is <em>atomic</em>: of any number of
 * simultaneous writes that expect the same fence, one succeeds. And it is <em>durable</em> before
 * it is answered: no failure of the store that its users have to expect takes it back, and no later
 * read misses it.
 *
 * <p>Each method throws {@code X}, or {@link io.snowbraid.worker.WorkerSourceException}, if the
 * store does not answer. A write that failed in this way may or may not have happened, or may still
 * happen later.
 *
 * <p>Implementations are safe for use by any number of threads, unless a {@link RecordAccess} makes
 * them for one call.
 *
 * @param <X> what the store throws if it fails
 */
public interface WorkerRecords<X extends Exception> {

  /**
   * Reads the records of the namespace and its workers, and the clock of the store right before or
   * after them.
   *
   * @return the records; none if the namespace is new
   * @throws X if the store fails
   */
  NamespaceSnapshot read() throws X;

  /**
   * Reads the records of names, whose numbers are below {@link NamespaceSnapshot#NAMESPACE}. A
   * store of many names overrides this, so that {@link #read()} need not return them.
   *
   * @return these records, and perhaps others
   * @throws X if the store fails
   */
  default NamespaceSnapshot readNames() throws X {
    return read();
  }

  /**
   * Reads one record, as its latest write left it, and the clock of the store.
   *
   * @param worker its number
   * @return the record; none if there is no such record
   * @throws X if the store fails
   */
  NamespaceSnapshot read(int worker) throws X;

  /**
   * Adds a record.
   *
   * @param record the record
   * @return false if there is one with this number, whatever it says
   * @throws X if the store fails
   */
  boolean insert(WorkerRecord record) throws X;

  /**
   * Replaces a record.
   *
   * @param record the new record
   * @return false, with nothing written, if the fence of the present record is not that of the new
   *     one minus 1
   * @throws X if the store fails
   */
  boolean update(WorkerRecord record) throws X;
}
