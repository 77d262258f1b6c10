package io.snowbraid.hibernate.boot;

import java.lang.annotation.Annotation;
import java.util.stream.Stream;
import org.hibernate.boot.spi.InFlightMetadataCollector;

/** Where the annotations of attributes are read. */
interface AnnotationSource {

  /**
   * What stands on an attribute.
   *
   * @param type the class that has it, or the name of an entity without a class
   * @param attribute its name
   */
  Stream<Annotation> on(String type, String attribute);

  /** Whether an attribute cannot be null. */
  boolean isPrimitive(String type, String attribute);

  /** What stands on a class, on those it extends, and on their packages. */
  Stream<Annotation> around(String type);

  /** From Hibernate 7.0 on, mapping files are read as annotations, too. */
  static AnnotationSource of(InFlightMetadataCollector metadata) {
    return ColumnGenerators.isOfHibernate6()
        ? new ReflectedAnnotations(metadata)
        : new ModelAnnotations(metadata.getClassDetailsRegistry());
  }
}
