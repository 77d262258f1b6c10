package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.Value;

/**
 * An attribute of an entity, or a part of one that is composite.
 *
 * @param path the entity and the names that lead to the attribute, for people
 * @param value its mapping
 * @param members where annotations may stand: an identifier of several attributes has them in the
 *     entity or in the class of the identifier
 */
record Attribute(String path, Value value, List<AnnotatedElement> members) {

  /** The identifier, or the parts of a composite one; those of a subclass are its superclass's. */
  static Stream<Attribute> identifiers(PersistentClass entity) {
    Class<?> type = entity.getMappedClass();
    if (type == null || !(entity instanceof RootClass)) {
      return Stream.empty();
    }
    Property property = entity.getIdentifierProperty();
    return property == null
        ? parts(entity.getIdentifier(), entity.getEntityName()).map(part -> part.alsoIn(type))
        : of(property, entity.getEntityName(), type);
  }

  /** All attributes but the identifier. */
  static Stream<Attribute> others(PersistentClass entity) {
    Class<?> type = entity.getMappedClass();
    return type == null
        ? Stream.empty()
        : entity.getProperties().stream()
            .filter(property -> property.getValue() != entity.getIdentifierMapper())
            .flatMap(property -> of(property, entity.getEntityName(), type));
  }

  private static Stream<Attribute> of(Property property, String owner, Class<?> type) {
    String path = owner + "." + property.getName();
    Value value = property.getValue();
    Value element = value instanceof Collection collection ? collection.getElement() : value;
    List<AnnotatedElement> members = Members.of(type, property.getName()).toList();
    return Stream.concat(Stream.of(new Attribute(path, value, members)), parts(element, path));
  }

  private static Stream<Attribute> parts(Value value, String path) {
    if (!(value instanceof Component composite) || composite.getComponentClassName() == null) {
      return Stream.empty();
    }
    Class<?> type = composite.getComponentClass();
    return composite.getProperties().stream().flatMap(property -> of(property, path, type));
  }

  /** The attributes of an {@code @IdClass} stand in the entity as well. */
  private Attribute alsoIn(Class<?> entity) {
    List<AnnotatedElement> all = new ArrayList<>(members);
    Members.of(entity, path.substring(path.lastIndexOf('.') + 1)).forEach(all::add);
    return new Attribute(path, value, all);
  }

  /** The mapping of a single column, which can have a generator. */
  Optional<SimpleValue> column() {
    return value instanceof SimpleValue simple && !(value instanceof Component)
        ? Optional.of(simple)
        : Optional.empty();
  }

  <A extends Annotation> Optional<A> annotation(Class<A> type) {
    return members.stream()
        .filter(member -> member.isAnnotationPresent(type))
        .map(member -> member.getAnnotation(type))
        .findFirst();
  }
}
