package io.snowbraid.spring.books;

import org.springframework.data.jpa.repository.JpaRepository;

/** Books. */
public interface BookRepository extends JpaRepository<Book, Long> {}
