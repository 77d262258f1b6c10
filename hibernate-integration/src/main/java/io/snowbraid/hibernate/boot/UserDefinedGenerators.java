package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SegmentId;
import io.snowbraid.hibernate.SnowflakeId;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.MappingException;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.boot.models.spi.GlobalRegistrations;
import org.hibernate.boot.spi.InFlightMetadataCollector;

/** Finds generators that the application itself defines. */
record UserDefinedGenerators(InFlightMetadataCollector metadata) {

  /** Class names, because not every version of Hibernate has all of these classes. */
  private static final Set<String> DEFINING =
      Set.of(
          "jakarta.persistence.SequenceGenerator",
          "jakarta.persistence.TableGenerator",
          "org.hibernate.annotations.GenericGenerator");

  /** Tells whether a generator of this name is defined where the attribute can see it. */
  boolean define(String name, MappedAttribute attribute) {
    return isGlobal(name) || local(attribute).anyMatch(name::equals);
  }

  private boolean isGlobal(String name) {
    return ColumnGenerators.isOfHibernate6()
        ? ColumnGenerators.isDefined(metadata, name)
        : Registered.isDefined(metadata, name);
  }

  /** Tells whether Hibernate finds a generator next to the attribute without knowing its name. */
  static boolean areBeside(MappedAttribute attribute) {
    return local(attribute).findAny().isPresent() || hasOwnType(attribute);
  }

  /** Tells whether the attribute has an annotation of the application's own generator. */
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
    return Stream.concat(attribute.annotations().stream(), attribute.around())
        .flatMap(UserDefinedGenerators::unrolled)
        .filter(annotation -> DEFINING.contains(annotation.annotationType().getName()))
        .flatMap(annotation -> value(annotation, "name").stream())
        .map(Object::toString);
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

  /** Loaded only if Hibernate has the types that it uses. */
  private static final class Registered {

    static boolean isDefined(InFlightMetadataCollector metadata, String name) {
      GlobalRegistrations all = metadata.getGlobalRegistrations();
      return all.getSequenceGeneratorRegistrations().containsKey(name)
          || all.getTableGeneratorRegistrations().containsKey(name)
          || all.getGenericGeneratorRegistrations().containsKey(name);
    }
  }
}
