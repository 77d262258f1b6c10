package io.snowbraid.sample;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A country; its name is derived from its ISO 3166 code. */
@Entity
class Country {

  @Id
  @GeneratedValue(generator = "snowflake")
  @Nullable Long id;

  String code = "";
  String name = "";

  /** Called by Hibernate. */
  protected Country() {}

  Country(String code) {
    this.code = code;
    this.name = new Locale.Builder().setRegion(code).build().getDisplayCountry(Locale.ENGLISH);
  }
}
