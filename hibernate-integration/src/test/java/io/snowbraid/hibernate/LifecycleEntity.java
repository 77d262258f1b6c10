package io.snowbraid.hibernate;

/** An entity whose lifecycle is compared. */
interface LifecycleEntity {

  /** An id that no generator issues. */
  long FOREIGN = 42;

  Object id();

  /** Sets the id to {@link #FOREIGN}, or to its equivalent. */
  void assign();

  /** Removes the id. */
  void forget();

  void write(String text);
}
