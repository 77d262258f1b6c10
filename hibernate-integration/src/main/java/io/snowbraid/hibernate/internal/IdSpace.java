package io.snowbraid.hibernate.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.LeaseLostException;
import org.jspecify.annotations.Nullable;

/** Ids that are unique together. Its generator may come later than the mapping that names it. */
public final class IdSpace {

  private final String name;
  private volatile @Nullable IdGenerator ids;

  IdSpace(String name, @Nullable IdGenerator ids) {
    this.name = name;
    this.ids = ids;
  }

  /**
   * Issues an id.
   *
   * @return a new id
   * @throws IllegalStateException if no session factory is open
   */
  public long nextId() {
    IdGenerator present = ids;
    if (present == null) {
      throw closed(null);
    }
    try {
      return present.nextId();
    } catch (LeaseLostException e) {
      if (ids == null) {
        throw closed(e); // meanwhile
      }
      throw e;
    }
  }

  private IllegalStateException closed(@Nullable Exception cause) {
    return new IllegalStateException(
        "ids of "
            + (name.isEmpty() ? "the default id space" : "the id space \"" + name + "\"")
            + " are issued while a session factory is open: it is closed, or closing, and its"
            + " worker is given back; persist before it is closed",
        cause);
  }

  String name() {
    return name;
  }

  boolean isWaiting() {
    return ids == null;
  }

  void set(@Nullable IdGenerator generator) {
    ids = generator;
  }
}
