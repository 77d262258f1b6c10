package io.snowbraid.hibernate;

/** An entity whose life is compared. */
interface LifecycleEntity {

  /** An id that no generator makes. */
  long FOREIGN = 42;

  Object id();

  /** Sets {@link #FOREIGN}, or what stands for it. */
  void assign();

  /** Takes the id away. */
  void forget();

  void write(String text);
}
