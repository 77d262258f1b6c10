package io.snowbraid.spring.json;

import tools.jackson.databind.module.SimpleModule;

/** Writes all generated ids as strings, as {@link IdAsString} does for one property. */
public final class IdsAsStrings extends SimpleModule {

  private static final long serialVersionUID = 1L;

  /** Called by the starter. */
  public IdsAsStrings() {
    super("snowbraid");
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    context.appendAnnotationIntrospector(new IdIntrospector());
  }
}
