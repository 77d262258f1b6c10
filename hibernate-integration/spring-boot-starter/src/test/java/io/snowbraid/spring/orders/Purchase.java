package io.snowbraid.spring.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** An entity. */
@Entity
public class Purchase {

  @Id
  @GeneratedValue(generator = "snowflake")
  private Long id;

  public Long getId() {
    return id;
  }
}
