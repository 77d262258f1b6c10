package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.Objects;
import java.util.stream.Stream;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.hibernate.models.spi.AnnotationTarget;
import org.hibernate.models.spi.ClassDetails;
import org.hibernate.models.spi.ClassDetailsRegistry;
import org.hibernate.models.spi.MemberDetails;
import org.jspecify.annotations.Nullable;

/** Reads annotations from Hibernate's own model, which includes mapping files. */
record ModelAnnotations(ClassDetailsRegistry classes) implements AnnotationSource {

  @Override
  public Stream<Annotation> on(String type, String attribute) {
    return members(type, attribute).flatMap(ModelAnnotations::annotations);
  }

  @Override
  public boolean isPrimitive(String type, String attribute) {
    return members(type, attribute).anyMatch(member -> member.getType().getName().equals("long"));
  }

  private Stream<MemberDetails> members(String type, String attribute) {
    return hierarchy(type)
        .flatMap(ModelAnnotations::members)
        .filter(member -> attribute.equals(member.resolveAttributeName()));
  }

  private Stream<ClassDetails> hierarchy(String type) {
    return Stream.iterate(find(type), Objects::nonNull, ClassDetails::getSuperClass);
  }

  private @Nullable ClassDetails find(String type) {
    try {
      return classes.resolveClassDetails(type);
    } catch (ClassLoadingException e) {
      return null; // entities that are maps, and packages without annotations, may have none
    }
  }

  private static Stream<MemberDetails> members(ClassDetails type) {
    return Stream.of(type.getFields(), type.getMethods(), type.getRecordComponents())
        .flatMap(members -> members.stream());
  }

  private static Stream<Annotation> annotations(AnnotationTarget target) {
    return target.getDirectAnnotationUsages().stream().map(usage -> usage);
  }

  @Override
  public Stream<Annotation> around(String type) {
    return hierarchy(type)
        .flatMap(each -> Stream.concat(annotations(each), ofPackage(each.getClassName())));
  }

  private Stream<Annotation> ofPackage(@Nullable String className) {
    int end = className == null ? -1 : className.lastIndexOf('.');
    if (className == null || end < 0) {
      return Stream.empty();
    }
    return Stream.ofNullable(find(className.substring(0, end) + ".package-info"))
        .flatMap(ModelAnnotations::annotations);
  }
}
