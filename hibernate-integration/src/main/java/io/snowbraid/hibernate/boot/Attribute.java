package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
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
 * @param annotations what stands on it: an identifier of several attributes has them in the entity
 *     or in the class of the identifier
 * @param around what stands on its class, on those it extends, and on their packages
 * @param isPrimitive whether it cannot be null
 * @param isRepeated whether it is a part of the elements of a collection
 */
record Attribute(
    String path,
    Value value,
    List<Annotation> annotations,
    List<Annotation> around,
    boolean isPrimitive,
    boolean isRepeated) {

  /** The attributes of an {@code @IdClass} stand in the entity as well. */
  Attribute alsoWith(Stream<Annotation> onEntity, Stream<Annotation> aroundEntity) {
    List<Annotation> both = new ArrayList<>(annotations);
    onEntity.forEach(both::add);
    List<Annotation> bothAround = new ArrayList<>(around);
    aroundEntity.forEach(bothAround::add);
    return new Attribute(path, value, both, bothAround, isPrimitive, isRepeated);
  }

  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
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
    return around.stream().filter(type::isInstance).map(type::cast).findFirst();
  }
}
