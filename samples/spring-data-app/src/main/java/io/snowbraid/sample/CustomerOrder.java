package io.snowbraid.sample;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order, whose number is short and rises. */
@Entity
class CustomerOrder {

  static final String TAG = "orders";

  @Id
  @GeneratedValue(generator = "segment:" + TAG)
  @Nullable Long number;

  Instant placed = Instant.EPOCH;

  /** Called by Hibernate. */
  protected CustomerOrder() {}

  CustomerOrder(Instant placed) {
    this.placed = placed;
  }

  public @Nullable Long getNumber() {
    return number;
  }

  public Instant getPlaced() {
    return placed;
  }
}
