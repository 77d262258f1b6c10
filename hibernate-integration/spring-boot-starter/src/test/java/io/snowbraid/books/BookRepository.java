package io.snowbraid.books;

import org.springframework.data.jpa.repository.JpaRepository;

/** Stores books. */
public interface BookRepository extends JpaRepository<Book, Long> {}
