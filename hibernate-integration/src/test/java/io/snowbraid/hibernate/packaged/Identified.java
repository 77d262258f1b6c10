package io.snowbraid.hibernate.packaged;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

@Entity
public class Identified {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  public Long id;
}
