package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SegmentId;
import io.snowbraid.hibernate.SnowflakeId;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.MappingException;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.boot.models.spi.GlobalRegistrations;
import org.hibernate.boot.spi.InFlightMetadataCollector;

/** Finds generators that the application defines. */
record UserDefinedGenerators(InFlightMetadataCollector metadata, AttributeFinder attributes) {

  /**
   * The annotations that define a generator, as class names, because Hibernate versions differ in
   * them.
   */
  private static final Set<String> DEFINING =
      Set.of(
          "jakarta.persistence.SequenceGenerator",
          "jakarta.persistence.TableGenerator",
          "org.hibernate.annotations.GenericGenerator");

  /** The annotation attributes that name the generator and its sequence or table. */
  private static final List<String> NAMES = List.of("name", "sequenceName", "table");

  /** Returns whether a generator of this name is defined where the attribute can use it. */
  boolean define(String name, MappedAttribute attribute) {
    return isGlobal(name) || local(attribute).anyMatch(name::equals);
  }

  /**
   * Returns whether any entity declares a generator of this name, or a sequence or table for one.
   * JPA generator names are global, but Hibernate finds most generators only next to the attribute,
   * and otherwise uses the sequence of that name.
   */
  boolean declare(String name) {
    return metadata.getEntityBindingMap().values().stream()
        .flatMap(attributes::identifiers)
        .flatMap(UserDefinedGenerators::defining)
        .flatMap(annotation -> NAMES.stream().flatMap(each -> value(annotation, each).stream()))
        .anyMatch(name::equals);
  }

  private boolean isGlobal(String name) {
    return ColumnGenerators.isOfHibernate6()
        ? ColumnGenerators.isDefined(metadata, name)
        : Registered.isDefined(metadata, name);
  }

  /** Returns whether Hibernate finds a generator next to the attribute without a name. */
  static boolean areBeside(MappedAttribute attribute) {
    return local(attribute).findAny().isPresent() || hasOwnType(attribute);
  }

  /**
   * Returns whether the attribute has an annotation of a generator that the application defines.
   */
  static boolean hasOwnType(MappedAttribute attribute) {
    return Stream.concat(attribute.annotations().stream(), attribute.around())
        .map(Annotation::annotationType)
        .anyMatch(
            type ->
                type.isAnnotationPresent(IdGeneratorType.class)
                    && type != SnowflakeId.class
                    && type != SegmentId.class);
  }

  private static Stream<String> local(MappedAttribute attribute) {
    return defining(attribute)
        .flatMap(annotation -> value(annotation, "name").stream())
        .map(Object::toString);
  }

  private static Stream<Annotation> defining(MappedAttribute attribute) {
    return Stream.concat(attribute.annotations().stream(), attribute.around())
        .flatMap(UserDefinedGenerators::unrolled)
        .filter(annotation -> DEFINING.contains(annotation.annotationType().getName()));
  }

  private static Stream<Annotation> unrolled(Annotation annotation) {
    return value(annotation, "value").orElse(annotation) instanceof Annotation[] several
        ? Arrays.stream(several)
        : Stream.of(annotation);
  }

  private static Optional<Object> value(Annotation annotation, String attribute) {
    try {
      return Optional.of(annotation.annotationType().getMethod(attribute).invoke(annotation));
    } catch (NoSuchMethodException e) {
      return Optional.empty(); // the annotation has no such attribute
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new MappingException("annotation could not be read: " + annotation, e);
    }
  }

  /** Reads generators from Hibernate's registry. Loaded only if Hibernate has the types it uses. */
  private static final class Registered {

    static boolean isDefined(InFlightMetadataCollector metadata, String name) {
      GlobalRegistrations all = metadata.getGlobalRegistrations();
      return all.getSequenceGeneratorRegistrations().containsKey(name)
          || all.getTableGeneratorRegistrations().containsKey(name)
          || all.getGenericGeneratorRegistrations().containsKey(name);
    }
  }
}
