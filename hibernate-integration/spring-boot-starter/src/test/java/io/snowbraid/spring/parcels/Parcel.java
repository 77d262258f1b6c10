package io.snowbraid.spring.parcels;

import io.snowbraid.spring.json.IdAsString;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Generated;

/** An entity whose identifier comes from Hibernate, and whose tracking number is an SQL default. */
@Entity
public class Parcel {

  @Id
  @GeneratedValue(generator = "snowflake")
  @IdAsString
  private Long id;

  @Generated
  @ColumnDefault("next_snowflake()")
  @Column(insertable = false)
  private Long tracking;

  public Long getId() {
    return id;
  }

  public Long getTracking() {
    return tracking;
  }
}
