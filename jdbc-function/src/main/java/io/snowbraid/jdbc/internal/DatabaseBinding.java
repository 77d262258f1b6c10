package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The generators of one database. {@link #current} is for any thread; all else is confined to the
 * lock of {@link GeneratorRegistry}.
 */
final class DatabaseBinding {

  private final LocalDatabase database;

  /** Issues the ids of the functions. */
  private volatile @Nullable Snowflake assigned;

  /** Whether the assigned generator was leased for the functions, and not handed in. */
  private boolean isLeased;

  /** Issue the ids of the database's rows in the application. */
  private final List<Snowflake> suggested = new CopyOnWriteArrayList<>();

  DatabaseBinding(LocalDatabase database) {
    this.database = database;
  }

  LocalDatabase database() {
    return database;
  }

  /** The generator that was leased from the database, and ends with it; null if there is none. */
  @Nullable Snowflake leased() {
    return isLeased ? assigned : null;
  }

  /** The assigned generator, else the first open one that was suggested; null without any. */
  @Nullable Snowflake current() {
    Snowflake present = assigned;
    return present != null
        ? present
        : suggested.stream().filter(Snowflake::isOpen).findFirst().orElse(null);
  }

  void suggest(Snowflake generator) {
    suggested.add(generator);
  }

  /**
   * Assigns a generator that was handed in.
   *
   * @throws IllegalStateException if another open one is assigned
   */
  void assign(Snowflake generator) {
    if (assigned != generator) {
      requireNone(assigned);
      isLeased = false;
    }
    assigned = generator;
  }

  /**
   * Checks that a generator can be leased.
   *
   * @throws IllegalStateException if an open one is assigned that was handed in
   */
  void requireLeasable() {
    requireNone(isLeased ? null : assigned);
  }

  /**
   * Assigns a generator that was leased.
   *
   * @return the one that is replaced, to be closed
   * @throws IllegalStateException if an open one is assigned that was handed in
   */
  Optional<Snowflake> assignLeased(Snowflake generator) {
    requireLeasable();
    Snowflake replaced = assigned == generator ? null : leased();
    assigned = generator;
    isLeased = true;
    return Optional.ofNullable(replaced);
  }

  private void requireNone(@Nullable Snowflake present) {
    if (present != null && present.isOpen()) {
      throw new IllegalStateException(
          "the SQL functions of a database have one generator: those of "
              + database.name()
              + " take ids from "
              + present
              + "; pass the same instance, or close that one first");
    }
  }

  /** Forgets a generator that is closed. */
  void remove(Snowflake generator) {
    suggested.remove(generator);
    if (assigned == generator) {
      assigned = null;
      isLeased = false;
    }
  }

  boolean isEmpty() {
    return assigned == null && suggested.isEmpty();
  }
}
