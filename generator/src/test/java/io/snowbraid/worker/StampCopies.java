package io.snowbraid.worker;

/** Clones the stamps of a lease, as a snapshot of a process's memory does. */
public final class StampCopies {

  private StampCopies() {}

  /** Clones stamps. */
  public static LeaseStamps copyOf(LeaseStamps stamps) {
    return new LeaseStamps(stamps);
  }
}
