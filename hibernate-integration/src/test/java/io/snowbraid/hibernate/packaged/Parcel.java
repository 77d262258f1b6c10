package io.snowbraid.hibernate.packaged;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

@Entity
public class Parcel {
  @Id @GeneratedValue public Long id;
}
