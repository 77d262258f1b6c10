package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.json.PublicIdText;
import tools.jackson.databind.module.SimpleModule;

/** Writes and reads ids with {@link PublicIdText} as public ids. */
public final class PublicIdModule extends SimpleModule {

  private static final long serialVersionUID = 1L;

  private final transient PublicId publicId;

  /**
   * Called by the starter.
   *
   * @param publicId has the keys; the annotations have the prefixes
   */
  public PublicIdModule(PublicId publicId) {
    super("snowbraid-public-ids");
    this.publicId = publicId;
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    context.insertAnnotationIntrospector(new PublicIdIntrospector(publicId));
  }
}
