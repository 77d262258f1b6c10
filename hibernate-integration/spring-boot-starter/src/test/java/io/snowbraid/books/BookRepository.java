package io.snowbraid.books;

import org.springframework.data.jpa.repository.JpaRepository;

/** Books. */
public interface BookRepository extends JpaRepository<Book, Long> {}
