package io.snowbraid.worker.record;

import io.snowbraid.worker.WorkerSourceException;

/** Calls a store in the caller's thread, and reports its failures as the engine expects. */
record DirectAccess<X extends Exception>(WorkerRecords<X> records) implements RecordAccess<X> {

  @Override
  public <T> T call(Work<T, X> work) {
    try {
      return work.apply(records);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // X
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new WorkerSourceException("worker store failed: " + e + ", store=" + records, e);
    }
  }

  @Override
  public String toString() {
    return records.toString();
  }
}
