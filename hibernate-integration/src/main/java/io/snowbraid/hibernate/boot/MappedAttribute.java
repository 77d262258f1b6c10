package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.Value;

/**
 * An attribute of an entity, or a part of one that is composite.
 *
 * @param path the entity and the names that lead to the attribute, for people
 * @param value its mapping
 * @param annotations what stands on it
 * @param types the class that has it, and that of the entity if it is an identifier
 * @param isRepeated whether it is a part of the elements of a collection
 * @param source where annotations are read
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

  /** As an identifier, or a part of one. */
  MappedAttribute asIdentifierOf(String entity) {
    return new MappedAttribute(
        path, value, annotations, List.of(types.get(0), entity), isRepeated, source);
  }

  /** The attributes of an {@code @IdClass} stand in the entity as well. */
  MappedAttribute alsoIn(String entity) {
    List<Annotation> both = Stream.concat(annotations.stream(), source.on(entity, name())).toList();
    return new MappedAttribute(path, value, both, types, isRepeated, source);
  }

  /** What stands on its classes, on those they extend, and on their packages. */
  Stream<Annotation> around() {
    return types.stream().distinct().flatMap(source::around);
  }

  boolean isPrimitive() {
    return source.isPrimitive(types.get(0), name());
  }

  /** The mapping of a single column, which can have a generator. */
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
