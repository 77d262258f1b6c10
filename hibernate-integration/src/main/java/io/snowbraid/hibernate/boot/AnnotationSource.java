package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.stream.Stream;
import org.hibernate.boot.spi.InFlightMetadataCollector;

/** Reads the annotations of attributes and classes. */
interface AnnotationSource {

  /**
   * Reads the annotations of an attribute.
   *
   * @param type the class that has it, or the name of an entity without a class
   * @param attribute its name
   */
  Stream<Annotation> on(String type, String attribute);

  /** Tells whether an attribute is of a primitive type, so that it cannot be null. */
  boolean isPrimitive(String type, String attribute);

  /** Reads the annotations of a class, its superclasses, and their packages. */
  Stream<Annotation> around(String type);

  /**
   * Picks the source for the Hibernate in use. From 7.0 on, Hibernate presents mapping files as
   * annotations, too.
   */
  static AnnotationSource of(InFlightMetadataCollector metadata) {
    return ColumnGenerators.isOfHibernate6()
        ? new ReflectedAnnotations(metadata)
        : new ModelAnnotations(metadata.getClassDetailsRegistry());
  }
}
