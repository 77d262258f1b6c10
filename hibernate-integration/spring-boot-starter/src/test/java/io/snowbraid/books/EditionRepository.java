package io.snowbraid.books;

import org.springframework.data.jpa.repository.JpaRepository;

/** Stores editions. */
public interface EditionRepository extends JpaRepository<Edition, Long> {}
