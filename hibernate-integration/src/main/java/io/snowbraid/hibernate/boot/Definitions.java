package io.snowbraid.hibernate.boot;

import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.stream.Stream;

/** Generators that the application itself defines, beside an attribute. */
final class Definitions {

  private Definitions() {}

  /** Whether a generator of this name is defined on the attribute, its class or its package. */
  static boolean define(String name, Attribute attribute) {
    return attribute.members().stream()
        .flatMap(Definitions::around)
        .flatMap(Definitions::names)
        .anyMatch(name::equals);
  }

  private static Stream<AnnotatedElement> around(AnnotatedElement member) {
    Class<?> type = ((Member) member).getDeclaringClass();
    return Stream.of(member, type, type.getPackage());
  }

  private static Stream<String> names(AnnotatedElement element) {
    return Stream.concat(
        Arrays.stream(element.getAnnotationsByType(SequenceGenerator.class))
            .map(SequenceGenerator::name),
        Arrays.stream(element.getAnnotationsByType(TableGenerator.class))
            .map(TableGenerator::name));
  }
}
