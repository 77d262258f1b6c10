package com.example.streets;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import jakarta.persistence.Entity;

/** Has the identifier of Panache, and ids by the annotation of the package. */
@Entity
public class Street extends PanacheEntity {
  public String name;
}
