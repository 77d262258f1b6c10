package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.Locale;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.Generator;
import org.hibernate.id.CompositeNestedGeneratedValueGenerator;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Refuses mappings that ask for a snowflake and would get something else. Hibernate answers an
 * unknown generator name with a database sequence, without a word, and ids are 1, 2, 3.
 */
final class GeneratorGuard {

  private static final String NAME = "snowflake";

  private GeneratorGuard() {}

  static void check(SessionFactoryImplementor factory) {
    factory
        .getMappingMetamodel()
        .forEachEntityDescriptor(
            entity -> Members.of(entity.getMappedClass()).forEach(member -> check(entity, member)));
  }

  private static void check(EntityPersister entity, AnnotatedElement member) {
    GeneratedValue value = member.getAnnotation(GeneratedValue.class);
    boolean isNamed = value != null && value.generator().toLowerCase(Locale.ROOT).startsWith(NAME);
    if (member.isAnnotationPresent(SnowflakeId.class) && !Members.isIdentifier(member)) {
      throw refused(
          entity, member, "stands on an attribute that is no identifier", "use it with @Id");
    }
    if (isNamed && member.isAnnotationPresent(Id.class) && !isOurs(entity.getGenerator())) {
      throw refused(
          entity,
          member,
          "asks for \""
              + value.generator()
              + "\" and gets "
              + entity.getGenerator().getClass().getSimpleName(),
          remedy(value));
    }
  }

  /** Or that of a composite identifier, which does not show the generators of its parts. */
  private static boolean isOurs(Generator generator) {
    return generator instanceof SnowflakeIdentifierGenerator
        || generator instanceof CompositeNestedGeneratedValueGenerator;
  }

  private static String remedy(GeneratedValue value) {
    if (value.strategy() != GenerationType.AUTO) {
      return "leave strategy=" + value.strategy() + " out";
    }
    return value.generator().equals(NAME)
        ? "let hibernate.xml_mapping_enabled be true, or write @SnowflakeId in place of"
            + " @GeneratedValue"
        : "write generator = \"" + NAME + "\"";
  }

  private static MappingException refused(
      EntityPersister entity, AnnotatedElement member, String what, String remedy) {
    return new MappingException(
        "an identifier that asks for a snowflake must get one: "
            + entity.getEntityName()
            + "."
            + ((Member) member).getName()
            + " "
            + what
            + "; "
            + remedy);
  }
}
