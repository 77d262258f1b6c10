package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.Value;

/**
 * An entity attribute, or a part of a composite attribute.
 *
 * @param path the entity name and the attribute's path within it, for messages
 * @param value the attribute's mapping
 * @param annotations the attribute's annotations
 * @param types the declaring class, and for an identifier also the entity class
 * @param isRepeated whether the attribute belongs to collection elements
 * @param source reads annotations
 */
record MappedAttribute(
    String path,
    Value value,
    List<Annotation> annotations,
    List<String> types,
    boolean isRepeated,
    AnnotationSource source) {

  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Returns this attribute as an entity's identifier or identifier part. */
  MappedAttribute asIdentifierOf(String entity) {
    return new MappedAttribute(
        path, value, annotations, List.of(types.get(0), entity), isRepeated, source);
  }

  /**
   * Adds the annotations of the entity's attribute of the same name, because an entity repeats the
   * attributes of its {@code @IdClass}.
   */
  MappedAttribute alsoIn(String entity) {
    List<Annotation> both = Stream.concat(annotations.stream(), source.on(entity, name())).toList();
    return new MappedAttribute(path, value, both, types, isRepeated, source);
  }

  /** Reads the annotations of the attribute's classes, their superclasses and packages. */
  Stream<Annotation> around() {
    return types.stream().distinct().flatMap(source::around);
  }

  boolean isPrimitive() {
    return source.isPrimitive(types.get(0), name());
  }

  /** Returns the mapping if it has a single column, which can have a generator. */
  Optional<SimpleValue> column() {
    return value instanceof SimpleValue simple && !(value instanceof Component)
        ? Optional.of(simple)
        : Optional.empty();
  }

  <A extends Annotation> Optional<A> annotation(Class<A> type) {
    return annotations.stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  <A extends Annotation> Optional<A> annotationAround(Class<A> type) {
    return around().filter(type::isInstance).map(type::cast).findFirst();
  }
}
