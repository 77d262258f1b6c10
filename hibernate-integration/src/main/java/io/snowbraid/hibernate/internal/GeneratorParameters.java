package io.snowbraid.hibernate.internal;

/** What a generator is told of its identifier. */
public final class GeneratorParameters {

  /** Whether the application may assign ids. */
  public static final String ASSIGNED = "assigned";

  /** Whether the identifier cannot be null, so that 0 stands for none. */
  public static final String PRIMITIVE = "primitive";

  private GeneratorParameters() {}
}
