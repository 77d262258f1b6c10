package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.jspecify.annotations.Nullable;

/** Reads annotations by reflection, because Hibernate 6.6 does not expose its own model. */
record ReflectedAnnotations(ClassLoaderService classes) implements AnnotationSource {

  ReflectedAnnotations(InFlightMetadataCollector metadata) {
    this(
        metadata
            .getBootstrapContext()
            .getServiceRegistry()
            .requireService(ClassLoaderService.class));
  }

  @Override
  public Stream<Annotation> on(String type, String attribute) {
    return members(type, attribute).flatMap(member -> Arrays.stream(member.getAnnotations()));
  }

  @Override
  public boolean isPrimitive(String type, String attribute) {
    return members(type, attribute).anyMatch(ReflectedAnnotations::isPrimitive);
  }

  private static boolean isPrimitive(AnnotatedElement member) {
    return member instanceof Field field
        ? field.getType() == long.class
        : ((Method) member).getReturnType() == long.class;
  }

  private Stream<AnnotatedElement> members(String type, String attribute) {
    return hierarchy(type)
        .flatMap(ReflectedAnnotations::members)
        .filter(member -> isMemberOf(attribute, member));
  }

  private Stream<Class<?>> hierarchy(String type) {
    return Stream.iterate(
        find(type), each -> each != null && each != Object.class, each -> each.getSuperclass());
  }

  private @Nullable Class<?> find(String type) {
    try {
      return classes.classForName(type);
    } catch (ClassLoadingException e) {
      return null; // entities that are maps have none
    }
  }

  private static Stream<AnnotatedElement> members(Class<?> type) {
    return Stream.concat(
        Arrays.stream(type.getDeclaredFields()), Arrays.stream(type.getDeclaredMethods()));
  }

  /** Returns whether a member is an attribute's field, getter or record accessor. */
  private static boolean isMemberOf(String attribute, AnnotatedElement member) {
    String name = ((Member) member).getName();
    if (member instanceof Field || name.equals(attribute)) {
      return name.equals(attribute);
    }
    String capitalized =
        attribute.substring(0, 1).toUpperCase(Locale.ROOT) + attribute.substring(1);
    return name.equals("get" + capitalized) || name.equals("is" + capitalized);
  }

  @Override
  public Stream<Annotation> around(String type) {
    return hierarchy(type).flatMap(ReflectedAnnotations::withPackage);
  }

  private static Stream<Annotation> withPackage(Class<?> type) {
    return Stream.of(type, type.getPackage())
        .flatMap(element -> Arrays.stream(element.getDeclaredAnnotations()));
  }
}
