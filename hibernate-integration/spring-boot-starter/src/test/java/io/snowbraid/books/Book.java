package io.snowbraid.books;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** An entity whose identifier may be assigned. */
@Entity
public class Book {

  @Id
  @GeneratedValue(generator = "snowflake")
  private Long id;

  private String title;

  Book() {}

  public Book(Long id, String title) {
    this.id = id;
    this.title = title;
  }

  public Long getId() {
    return id;
  }

  public String getTitle() {
    return title;
  }

  public void setTitle(String title) {
    this.title = title;
  }
}
