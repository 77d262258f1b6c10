package io.snowbraid.hibernate.boot;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.Locale;
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

  /** The field, the getter and the accessor of a record that an attribute may consist of. */
  static Stream<AnnotatedElement> of(Class<?> type, String attribute) {
    return of(type).filter(member -> isMemberOf(attribute, member));
  }

  private static boolean isMemberOf(String attribute, AnnotatedElement member) {
    String name = ((Member) member).getName();
    if (member instanceof Field || name.equals(attribute)) {
      return name.equals(attribute);
    }
    String capitalized =
        attribute.substring(0, 1).toUpperCase(Locale.ROOT) + attribute.substring(1);
    return name.equals("get" + capitalized) || name.equals("is" + capitalized);
  }
}
