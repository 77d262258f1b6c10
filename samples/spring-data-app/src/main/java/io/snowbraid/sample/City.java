package io.snowbraid.sample;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.jspecify.annotations.Nullable;

/** A city; those of the import have at least 1,000 people. */
@Entity
class City {

  static final int NAME_LENGTH = 200;

  @Id
  @GeneratedValue(generator = "snowflake")
  @Nullable Long id;

  String name = "";

  /** Up to four times as long as the name, because accented letters are decomposed. */
  @Column(length = 4 * NAME_LENGTH)
  String searchName = "";

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @Nullable Country country;

  long population;
  double latitude;
  double longitude;

  /** Called by Hibernate. */
  protected City() {}

  City(CityFile.Row row, Country country) {
    this.name = row.name();
    this.searchName = SearchName.of(name);
    this.country = country;
    this.population = row.population();
    this.latitude = row.latitude();
    this.longitude = row.longitude();
  }
}
