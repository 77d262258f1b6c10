package io.snowbraid.hibernate.packaged;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;

@Entity
@SequenceGenerator(name = "defined_sequence", allocationSize = 1)
public class Defined {
  @Id
  @GeneratedValue(generator = "defined_sequence")
  public Long id;
}
