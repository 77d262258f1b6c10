package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.Value;

/**
 * An attribute of an entity, or a part of a composite attribute.
 *
 * @param path the entity's name and the names that lead to the attribute, for messages
 * @param value its mapping
 * @param annotations its annotations
 * @param types the class that declares it, and the entity's class if it is an identifier
 * @param isRepeated whether it belongs to the elements of a collection
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

  /** Returns this attribute as an identifier of an entity, or as a part of one. */
  MappedAttribute asIdentifierOf(String entity) {
    return new MappedAttribute(
        path, value, annotations, List.of(types.get(0), entity), isRepeated, source);
  }

  /**
   * Adds the annotations that the entity has for the same attribute, because the attributes of an
   * {@code @IdClass} are repeated in the entity.
   */
  MappedAttribute alsoIn(String entity) {
    List<Annotation> both = Stream.concat(annotations.stream(), source.on(entity, name())).toList();
    return new MappedAttribute(path, value, both, types, isRepeated, source);
  }

  /** Reads the annotations of its classes, their superclasses, and their packages. */
  Stream<Annotation> around() {
    return types.stream().distinct().flatMap(source::around);
  }

  boolean isPrimitive() {
    return source.isPrimitive(types.get(0), name());
  }

  /** Returns the mapping, if it is of a single column, which can have a generator. */
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
