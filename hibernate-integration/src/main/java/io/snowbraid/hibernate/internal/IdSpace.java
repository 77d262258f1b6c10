package io.snowbraid.hibernate.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import org.jspecify.annotations.Nullable;

/**
 * A set of ids that are unique together. Its generator may be set after the mapping that names the
 * space has been read.
 */
public final class IdSpace {

  private final String name;
  private volatile @Nullable IdGenerator ids;
  private volatile boolean hasNoConnections;

  IdSpace(String name) {
    this.name = name;
  }

  /**
   * Generates an id.
   *
   * @return a new id
   * @throws IllegalStateException if no session factory is open
   */
  public long nextId() {
    IdGenerator present = ids;
    if (present == null) {
      throw hasNoConnections ? notLeased() : closed(null);
    }
    try {
      return present.nextId();
    } catch (GeneratorClosedException e) {
      if (ids == null) {
        throw closed(e); // the generator was closed meanwhile
      }
      throw e;
    }
  }

  private IllegalStateException notLeased() {
    if (SegmentSpaces.isSegmentSpace(name)) {
      return new IllegalStateException(
          "no ids can be issued for "
              + description()
              + ": it needs a table, but Hibernate has no connections of its own to draw from it;"
              + " set "
              + HibernateSettings.DATA_SOURCE
              + " to a data source for segments, or "
              + HibernateSettings.SEGMENTS);
    }
    return new IllegalStateException(
        "no ids can be issued for "
            + description()
            + ": it needs a worker, but Hibernate has no connections of its own to lease one; set "
            + HibernateSettings.DATA_SOURCE
            + " to a data source for workers, or "
            + HibernateSettings.GENERATOR
            + ", or "
            + ConfiguredGenerators.WORKER_ID);
  }

  private String description() {
    if (SegmentSpaces.isSegmentSpace(name)) {
      return "the tag \"" + SegmentSpaces.tag(name) + "\"";
    }
    return name.isEmpty() ? "the default id space" : "the id space \"" + name + "\"";
  }

  private IllegalStateException closed(@Nullable Exception cause) {
    return new IllegalStateException(
        "no ids can be issued for "
            + description()
            + ": its session factory is closed or closing; persist entities before closing it",
        cause);
  }

  String name() {
    return name;
  }

  boolean needsGenerator() {
    return ids == null;
  }

  /**
   * Marks a space without a worker, because the application passes connections to Hibernate. Only a
   * call for an id then fails.
   */
  void markWithoutConnections() {
    hasNoConnections = true;
  }

  void setGenerator(@Nullable IdGenerator generator) {
    ids = generator;
  }
}
