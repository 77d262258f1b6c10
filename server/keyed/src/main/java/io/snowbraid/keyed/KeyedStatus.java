package io.snowbraid.keyed;

import java.time.Duration;
import java.util.Optional;

/** What a server of numbers per key holds, and what it did; all counts are since it was opened. */
public final class KeyedStatus {

  private final Values values;

  KeyedStatus(Values values) {
    this.values = values;
  }

  /** What the parts of the server say. Nothing changes it after the status is made. */
  static final class Values {
    String id = "";
    int slots;
    int slotsDamaged;
    long keys;
    long keysForgotten;
    long issued;
    long raises;
    long raiseWrites;
    long slotsTaken;
    long slotsGiven;
    long slotsReceived;
    int restarts;
    Duration leaseRemaining = Duration.ZERO;
    Optional<String> storeFailure = Optional.empty();
    Optional<String> boundFailure = Optional.empty();
  }

  /** {@return the server's id, 40 hexadecimal digits; another one after others have ended it} */
  public String id() {
    return values.id;
  }

  /** {@return how many slots it holds} */
  public int slots() {
    return values.slots;
  }

  /** {@return how many of its slots have a row that was deleted or set back} */
  public int slotsDamaged() {
    return values.slotsDamaged;
  }

  /** {@return how many keys are in memory} */
  public long keys() {
    return values.keys;
  }

  /** {@return how many keys were forgotten because of the limit} */
  public long keysForgotten() {
    return values.keysForgotten;
  }

  /** {@return how many numbers were issued} */
  public long issued() {
    return values.issued;
  }

  /** {@return how many bounds were raised} */
  public long raises() {
    return values.raises;
  }

  /** {@return how many statements raised them} */
  public long raiseWrites() {
    return values.raiseWrites;
  }

  /** {@return how many slots were taken from servers that had ended} */
  public long slotsTaken() {
    return values.slotsTaken;
  }

  /** {@return how many slots were handed over to others} */
  public long slotsGiven() {
    return values.slotsGiven;
  }

  /** {@return how many slots others handed over to this server} */
  public long slotsReceived() {
    return values.slotsReceived;
  }

  /** {@return how many times others have ended this server} */
  public int restarts() {
    return values.restarts;
  }

  /** {@return how long it may still issue without a renewal; zero if it may not} */
  public Duration leaseRemaining() {
    return values.leaseRemaining;
  }

  /** {@return why the store fails; empty if the last renewal of the lease was answered} */
  public Optional<String> storeFailure() {
    return values.storeFailure;
  }

  /**
   * {@return why bounds cannot be raised; empty if the last ones were} Until then, calls that need
   * a higher bound wait.
   */
  public Optional<String> boundFailure() {
    return values.boundFailure;
  }

  @Override
  public String toString() {
    return "KeyedStatus[id="
        + id()
        + ", slots="
        + slots()
        + ", slotsDamaged="
        + slotsDamaged()
        + ", keys="
        + keys()
        + ", keysForgotten="
        + keysForgotten()
        + ", issued="
        + issued()
        + ", raises="
        + raises()
        + ", raiseWrites="
        + raiseWrites()
        + ", slotsTaken="
        + slotsTaken()
        + ", slotsGiven="
        + slotsGiven()
        + ", slotsReceived="
        + slotsReceived()
        + ", restarts="
        + restarts()
        + ", leaseRemaining="
        + leaseRemaining()
        + ", storeFailure="
        + storeFailure()
        + ", boundFailure="
        + boundFailure()
        + "]";
  }
}
