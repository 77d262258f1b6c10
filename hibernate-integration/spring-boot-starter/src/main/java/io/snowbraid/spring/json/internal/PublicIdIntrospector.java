package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.json.PublicIdText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/** Gives Jackson the keys for ids with {@link PublicIdText}. */
final class PublicIdIntrospector extends NopAnnotationIntrospector {

  private static final long serialVersionUID = 1L;

  private final transient PublicId publicId;

  PublicIdIntrospector(PublicId publicId) {
    this.publicId = publicId;
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
    PublicIdText text = annotated.getAnnotation(PublicIdText.class);
    return text == null ? null : new PublicIdSerializer(PublicIdTexts.of(text, publicId));
  }

  @Override
  public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
    PublicIdText text = annotated.getAnnotation(PublicIdText.class);
    return text == null
        ? null
        : new IdsDeserializer(
            new PublicIdDeserializer(PublicIdTexts.of(text, publicId)), "@PublicIdText");
  }
}
