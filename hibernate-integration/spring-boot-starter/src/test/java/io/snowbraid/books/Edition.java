package io.snowbraid.books;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/**
 * An entity with a primitive identifier, and a version by which Spring Data recognizes new
 * entities.
 */
@Entity
public class Edition {

  @Id
  @GeneratedValue(generator = "snowflake")
  private long id;

  @Version private Integer version;

  Edition() {}

  public Edition(long id) {
    this.id = id;
  }

  public long getId() {
    return id;
  }

  public Integer getVersion() {
    return version;
  }
}
