package io.snowbraid.hibernate.unpackaged;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

/** In a package without the annotation. */
@MappedSuperclass
public abstract class Numbered {
  @Id @GeneratedValue public Long id;
}
