package io.snowbraid.spring.json;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import java.lang.annotation.Annotation;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Has Jackson treat each generated id as if it had {@link IdAsString}. */
final class IdIntrospector extends NopAnnotationIntrospector {

  private static final long serialVersionUID = 1L;

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public @Nullable Object findSerializer(Annotated annotated) {
    return isId(annotated) ? IdSerializer.class : null;
  }

  @Override
  public @Nullable Object findDeserializer(Annotated annotated) {
    return isId(annotated) ? IdDeserializer.class : null;
  }

  private static boolean isId(Annotated annotated) {
    Class<?> type = annotated.getRawType();
    return (type == Long.class || type == long.class)
        && annotated instanceof AnnotatedMember member
        && GeneratedIds.include(member.getMember(), annotations(member));
  }

  private static Stream<Annotation> annotations(AnnotatedMember member) {
    return StreamSupport.stream(member.getAllAnnotations().annotations().spliterator(), false);
  }
}
