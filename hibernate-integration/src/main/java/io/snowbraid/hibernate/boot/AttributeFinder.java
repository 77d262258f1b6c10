package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.Value;

/** Finds entity attributes, including those inside composite values. */
record AttributeFinder(AnnotationSource annotations) {

  /**
   * Returns the identifier, or the parts of a composite one. A subclass has no identifier of its
   * own.
   */
  Stream<MappedAttribute> identifiers(PersistentClass entity) {
    if (!(entity instanceof RootClass)) {
      return Stream.empty();
    }
    String type = type(entity);
    Property property = entity.getIdentifierProperty();
    Stream<MappedAttribute> all =
        property == null
            ? parts(entity.getIdentifier(), entity.getEntityName(), false)
                .map(part -> part.alsoIn(type))
            : of(property, entity.getEntityName(), type, false);
    return all.map(part -> part.asIdentifierOf(type));
  }

  /** Returns the entity's class, or its name for an entity that is a map. */
  private static String type(PersistentClass entity) {
    String name = entity.getClassName();
    return name == null ? entity.getEntityName() : name;
  }

  /** Returns all attributes except the identifier. */
  Stream<MappedAttribute> others(PersistentClass entity) {
    return entity.getProperties().stream()
        .filter(property -> property.getValue() != entity.getIdentifierMapper())
        .flatMap(property -> of(property, entity.getEntityName(), type(entity), false));
  }

  private Stream<MappedAttribute> of(
      Property property, String owner, String type, boolean isRepeated) {
    String path = owner + "." + property.getName();
    Value value = property.getValue();
    List<Annotation> on = annotations.on(type, property.getName()).toList();
    MappedAttribute own =
        new MappedAttribute(path, value, on, List.of(type), isRepeated, annotations);
    Stream<MappedAttribute> parts =
        value instanceof Collection collection
            ? parts(collection.getElement(), path, true)
            : parts(value, path, isRepeated);
    return Stream.concat(Stream.of(own), parts);
  }

  private Stream<MappedAttribute> parts(Value value, String path, boolean isRepeated) {
    if (!(value instanceof Component composite)) {
      return Stream.empty();
    }
    String type = composite.getComponentClassName();
    return type == null
        ? Stream.empty()
        : composite.getProperties().stream()
            .flatMap(property -> of(property, path, type, isRepeated));
  }
}
