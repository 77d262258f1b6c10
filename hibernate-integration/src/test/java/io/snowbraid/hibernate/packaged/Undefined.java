package io.snowbraid.hibernate.packaged;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

@Entity
public class Undefined {
  @Id
  @GeneratedValue(generator = "parcel_sequence")
  public Long id;
}
