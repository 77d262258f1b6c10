package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.stream.Stream;
import org.hibernate.boot.spi.InFlightMetadataCollector;

/** Reads the annotations of attributes and classes. */
interface AnnotationSource {

  /**
   * Reads an attribute's annotations.
   *
   * @param type the declaring class, or the name of an entity without a class
   * @param attribute the attribute's name
   */
  Stream<Annotation> on(String type, String attribute);

  /** Returns whether an attribute is of a primitive type and therefore never null. */
  boolean isPrimitive(String type, String attribute);

  /** Reads the annotations of a class, its superclasses and their packages. */
  Stream<Annotation> around(String type);

  /**
   * Returns the source for the Hibernate version in use. Since 7.0, Hibernate also presents mapping
   * files as annotations.
   */
  static AnnotationSource of(InFlightMetadataCollector metadata) {
    return ColumnGenerators.isOfHibernate6()
        ? new ReflectedAnnotations(metadata)
        : new ModelAnnotations(metadata.getClassDetailsRegistry());
  }
}
