package io.snowbraid.jdbc.internal;

import io.snowbraid.Snowflake;
import java.util.List;
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

  /** What the assigned generator was leased from; null if it was handed in. */
  private @Nullable Object leasedFrom;

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
    return leasedFrom == null ? null : assigned;
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

  /** The open generator that was leased from a source; null if there is none. */
  @Nullable Snowflake leasedFrom(Object source) {
    Snowflake present = assigned;
    return present != null && leasedFrom == source && present.isOpen() ? present : null;
  }

  /**
   * Assigns a generator that was handed in.
   *
   * @throws IllegalStateException if another open one is assigned
   */
  void assign(Snowflake generator) {
    Snowflake present = assigned;
    if (present != null && present != generator && present.isOpen()) {
      throw new IllegalStateException(
          "the SQL functions of a database have one generator: those of "
              + database.name()
              + " take ids from "
              + present
              + ", so they cannot take them from "
              + generator
              + "; pass the same instance, or close the other one first");
    }
    if (present != generator) {
      leasedFrom = null;
    }
    assigned = generator;
  }

  /**
   * Assigns a generator that was leased, in place of one that was leased from another source.
   *
   * @return the one that is replaced, to be closed; null if there was none
   * @throws IllegalStateException if an open one is assigned that was handed in
   */
  @Nullable Snowflake assignLeased(Snowflake generator, Object source) {
    Snowflake replaced = leasedFrom == null ? null : assigned;
    if (replaced == null) {
      assign(generator);
    }
    assigned = generator;
    leasedFrom = source;
    return replaced;
  }

  /** Forgets a generator that is closed. */
  void remove(Snowflake generator) {
    suggested.remove(generator);
    if (assigned == generator) {
      assigned = null;
      leasedFrom = null;
    }
  }

  boolean isEmpty() {
    return assigned == null && suggested.isEmpty();
  }
}
