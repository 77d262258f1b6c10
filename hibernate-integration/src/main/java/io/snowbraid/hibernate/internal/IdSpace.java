package io.snowbraid.hibernate.internal;

import io.snowbraid.IdGenerator;
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
      throw new IllegalStateException(
          "ids of the space \""
              + name
              + "\" are issued while a session factory is open: its worker is taken when the"
              + " factory is built, and given back when it closes");
    }
    return present.nextId();
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
