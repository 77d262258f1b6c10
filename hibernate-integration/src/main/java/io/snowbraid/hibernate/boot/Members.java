package io.snowbraid.hibernate.boot;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Id;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.stream.Stream;

/** Where annotations of attributes stand. */
final class Members {

  private Members() {}

  /** The fields and methods of a class and of those it extends. */
  static Stream<AnnotatedElement> of(Class<?> type) {
    return Stream.<Class<?>>iterate(
            type, each -> each != null && each != Object.class, Class::getSuperclass)
        .flatMap(
            each ->
                Stream.concat(
                    Arrays.stream(each.getDeclaredFields()),
                    Arrays.stream(each.getDeclaredMethods())));
  }

  /** Whether it is an identifier, or a part of one, that stands in the entity itself. */
  static boolean isIdentifier(AnnotatedElement member) {
    return member.isAnnotationPresent(Id.class) || member.isAnnotationPresent(EmbeddedId.class);
  }
}
