package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.books.Book;
import io.snowbraid.books.BookRepository;
import io.snowbraid.books.Edition;
import io.snowbraid.books.EditionRepository;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** Tests what repositories do with new entities, and with those whose identifier is assigned. */
@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:books",
      "snowbraid.assigned-ids=true",
      "spring.jpa.properties.hibernate.jdbc.batch_size=50",
      "spring.jpa.properties.hibernate.generate_statistics=true"
    })
class SpringDataTest {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Book.class)
  @EnableJpaRepositories(basePackageClasses = Book.class)
  static class Application {}

  @Autowired private BookRepository books;
  @Autowired private EditionRepository editions;
  @Autowired private IdGenerator ids;
  @Autowired private EntityManagerFactory entities;

  private Statistics statistics;

  @BeforeEach
  void clear() {
    books.deleteAllInBatch();
    editions.deleteAllInBatch();
    statistics = entities.unwrap(SessionFactory.class).getStatistics();
    statistics.clear();
  }

  @Test
  void newOneIsInsertedWithoutASelect() {
    long before = ids.nextId();
    Book book = books.save(new Book(null, "new"));
    assertThat(book.getId()).isGreaterThan(before);
    assertThat(statistics.getPrepareStatementCount()).isOne();
  }

  @Test
  void manyAreInsertedInBatches() {
    List<Book> many =
        books.saveAll(IntStream.range(0, 200).mapToObj(i -> new Book(null, "no. " + i)).toList());
    assertThat(many).extracting(Book::getId).doesNotHaveDuplicates().isSorted();
    assertThat(statistics.getPrepareStatementCount()).isLessThanOrEqualTo(4);
    assertThat(books.count()).isEqualTo(200);
  }

  @Test
  void presetIdentifierIsKept() {
    long preset = ids.nextId();
    assertThat(books.save(new Book(preset, "preset")).getId()).isEqualTo(preset);
    assertThat(books.findById(preset)).get().extracting(Book::getTitle).isEqualTo("preset");
  }

  @Test
  void storedOneIsChanged() {
    Book book = books.save(new Book(null, "old"));
    book.setTitle("new");
    assertThat(books.save(book).getId()).isEqualTo(book.getId());
    assertThat(books.findAll()).extracting(Book::getTitle).containsExactly("new");
  }

  @Test
  void versionShowsThatAnEntityWithAnAssignedIdIsNew() {
    long preset = ids.nextId();
    Edition edition = editions.save(new Edition(preset));
    assertThat(edition.getId()).isEqualTo(preset);
    assertThat(edition.getVersion()).isZero();
    assertThat(statistics.getPrepareStatementCount()).isOne(); // no select
  }

  @Test
  void zeroOfAPrimitiveCountsAsNone() {
    assertThat(editions.save(new Edition(0)).getId()).isPositive();
  }
}
