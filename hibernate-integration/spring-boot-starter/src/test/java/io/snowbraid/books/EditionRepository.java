package io.snowbraid.books;

import org.springframework.data.jpa.repository.JpaRepository;

/** Editions. */
public interface EditionRepository extends JpaRepository<Edition, Long> {}
