package io.snowbraid.hibernate.internal;

/** Names the parameters that describe an identifier to its generator. */
public final class GeneratorParameters {

  /** Whether the application may assign ids. */
  public static final String ASSIGNED = "assigned";

  /** Whether the identifier cannot be null, so that 0 means no id. */
  public static final String PRIMITIVE = "primitive";

  private GeneratorParameters() {}
}
