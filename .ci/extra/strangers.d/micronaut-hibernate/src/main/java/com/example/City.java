package com.example;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

@Entity
class City {
  @Id
  @GeneratedValue(generator = "snowflake")
  private Long id;

  private String name;

  Long getId() {
    return id;
  }

  void setId(Long id) {
    this.id = id;
  }

  String getName() {
    return name;
  }

  void setName(String name) {
    this.name = name;
  }
}
