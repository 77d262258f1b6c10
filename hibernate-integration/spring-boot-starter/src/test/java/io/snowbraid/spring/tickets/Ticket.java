package io.snowbraid.spring.tickets;

import io.snowbraid.hibernate.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity with numbers in a row. */
@Entity
public class Ticket {

  @Id
  @SegmentId("tickets")
  private Long id;

  public Long getId() {
    return id;
  }
}
