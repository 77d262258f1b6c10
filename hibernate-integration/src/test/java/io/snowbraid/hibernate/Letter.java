package io.snowbraid.hibernate;

import jakarta.persistence.Basic;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** An entity that {@link BytecodeEnhancementTest} loads again after Hibernate has enhanced it. */
@Entity
public class Letter {
  @Id
  @GeneratedValue(generator = "snowflake")
  Long id;

  @SnowflakeValue Long number;

  @Basic(fetch = FetchType.LAZY)
  String text = "";
}
