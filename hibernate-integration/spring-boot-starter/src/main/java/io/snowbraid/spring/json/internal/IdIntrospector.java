package io.snowbraid.spring.json.internal;

import io.snowbraid.spring.json.IdAsString;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/** Has Jackson treat each generated id as if it had {@link IdAsString}. */
final class IdIntrospector extends NopAnnotationIntrospector {

  private static final long serialVersionUID = 1L;

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
    return isId(annotated) ? IdSerializer.class : null;
  }

  @Override
  public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
    return isId(annotated) ? IdDeserializer.class : null;
  }

  private static boolean isId(Annotated annotated) {
    Class<?> type = annotated.getRawType();
    return (type == Long.class || type == long.class)
        && annotated instanceof AnnotatedMember member
        && GeneratedIdDetector.include(member.getMember(), annotated.annotations());
  }
}
