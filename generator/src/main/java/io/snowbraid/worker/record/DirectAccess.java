package io.snowbraid.worker.record;

import io.snowbraid.worker.WorkerSourceException;

/**
 * Calls a store in the caller's thread, and converts its failures to the exceptions that the engine
 * expects.
 */
record DirectAccess<X extends Exception>(WorkerRecords<X> records) implements RecordAccess<X> {

  @Override
  public <T> T call(Work<T, X> work) {
    try {
      return work.apply(records);
    } catch (WorkerSourceException | IllegalArgumentException e) { // already says what is wrong
      throw e;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new WorkerSourceException(
          "worker store failed (" + records + "): " + e + "; see the cause", e);
    }
  }

  @Override
  public String toString() {
    return records.toString();
  }
}
