package io.snowbraid.keyed;

import java.time.Duration;
import java.util.Optional;

/** A status in which each value is another. */
public final class StatusOfAll {

  private StatusOfAll() {}

  public static KeyedStatus of(String id, Optional<String> boundFailure) {
    KeyedStatus.Values values = new KeyedStatus.Values();
    values.id = id;
    values.slots = 1;
    values.slotsDamaged = 2;
    values.keys = 3;
    values.keysForgotten = 4;
    values.issued = 5;
    values.raises = 6;
    values.raiseWrites = 7;
    values.slotsTaken = 8;
    values.slotsGiven = 9;
    values.slotsReceived = 10;
    values.restarts = 11;
    values.leaseRemaining = Duration.ofMillis(12);
    values.storeFailure = Optional.of("store\nhangs");
    values.boundFailure = boundFailure;
    return new KeyedStatus(values);
  }
}
