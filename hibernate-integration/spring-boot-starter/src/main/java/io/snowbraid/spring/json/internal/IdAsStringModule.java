package io.snowbraid.spring.json.internal;

import io.snowbraid.spring.json.IdAsString;
import tools.jackson.databind.module.SimpleModule;

/** Writes all generated ids as strings, as {@link IdAsString} does for one property. */
public final class IdAsStringModule extends SimpleModule {

  private static final long serialVersionUID = 1L;

  /** Called by the starter. */
  public IdAsStringModule() {
    super("snowbraid");
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    context.appendAnnotationIntrospector(new IdIntrospector());
  }
}
