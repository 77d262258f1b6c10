package io.snowbraid.hibernate.packaged;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

@MappedSuperclass
public abstract class PackedBase {
  @Id @GeneratedValue public Long id;
}
