package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SegmentId;
import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import io.snowbraid.hibernate.SnowflakeValue;
import io.snowbraid.hibernate.internal.SegmentSpaces;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import java.util.Optional;
import org.hibernate.MappingException;
import org.hibernate.generator.Generator;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.SimpleValue;

/**
 * Decides which identifiers get their ids from Snowbraid. Rejects misspelled generator names,
 * because Hibernate silently uses a database sequence for an unknown name, whose ids are 1, 2, 3.
 * Generators defined by the application stay in use, whatever their names.
 *
 * @param definitions the application's generators
 */
record MappingChecks(UserDefinedGenerators definitions) {

  /** An identifier's generator name, and whether the application may assign ids. */
  record Snowflakes(String generatorName, boolean isAssigned) {}

  /** The values of {@code @GeneratedValue} or of the mapping file that replaces it. */
  private record Generated(String name, GenerationType strategy) {}

  /** Returns how an identifier gets its ids; empty if they do not come from Snowbraid. */
  Optional<Snowflakes> find(MappedAttribute identifier, SimpleValue column) {
    Optional<SnowflakeId> annotation = identifier.annotation(SnowflakeId.class);
    if (annotation.isPresent()) {
      return annotation.map(MappingChecks::snowflakes);
    }
    Optional<SegmentId> segment = identifier.annotation(SegmentId.class);
    if (segment.isPresent()) {
      return segment.map(MappingChecks::numbers);
    }
    return generated(identifier, column).flatMap(value -> find(identifier, column, value));
  }

  private static Snowflakes snowflakes(SnowflakeId annotation) {
    return new Snowflakes(GeneratorNames.DEFAULT, annotation.assigned());
  }

  private static Snowflakes numbers(SegmentId annotation) {
    return new Snowflakes(SegmentSpaces.PREFIX + annotation.value(), annotation.assigned());
  }

  private static Optional<Generated> generated(MappedAttribute identifier, SimpleValue column) {
    Optional<Generated> annotated =
        identifier
            .annotation(GeneratedValue.class)
            .map(value -> new Generated(value.generator(), value.strategy()));
    if (!ColumnGenerators.isOfHibernate6()) {
      return annotated;
    }
    return ColumnGenerators.generatorName(column)
        .filter(name -> !annotated.map(Generated::name).orElse("").equals(name))
        .map(name -> new Generated(name, GenerationType.AUTO))
        .or(() -> annotated);
  }

  private Optional<Snowflakes> find(
      MappedAttribute identifier, SimpleValue column, Generated value) {
    if (value.name().isEmpty()) {
      return ofPackage(identifier).filter(found -> isOfPackage(identifier, value));
    }
    if (UserDefinedGenerators.hasOwnType(identifier)
        || definitions.define(value.name(), identifier)) {
      return Optional.empty();
    }
    if (GeneratorNames.isSnowbraidName(value.name())) {
      requireNoStrategy(identifier, value);
      return Optional.of(new Snowflakes(value.name(), false));
    }
    checkUndefined(identifier, column, value.name());
    return Optional.empty();
  }

  private static Optional<Snowflakes> ofPackage(MappedAttribute identifier) {
    return identifier.annotationAround(SnowflakeId.class).map(MappingChecks::snowflakes);
  }

  private static boolean isOfPackage(MappedAttribute identifier, Generated value) {
    return value.strategy() == GenerationType.AUTO && !UserDefinedGenerators.areBeside(identifier);
  }

  private static void requireNoStrategy(MappedAttribute identifier, Generated value) {
    if (value.strategy() != GenerationType.AUTO) {
      throw rejected(
          identifier,
          "names generator \""
              + value.name()
              + "\" with strategy="
              + value.strategy()
              + ", which would generate the ids instead",
          "remove strategy=" + value.strategy());
    }
  }

  /**
   * Rejects a name that Hibernate resolves to a sequence. Hibernate may find a generator of that
   * name where this class does not search, so the check runs after Hibernate has created the
   * generator.
   */
  private void checkUndefined(MappedAttribute identifier, SimpleValue column, String name) {
    boolean isInPackage = ofPackage(identifier).isPresent();
    if (definitions.declare(name) || !(isInPackage || GeneratorNames.isMisspelled(name))) {
      return;
    }
    MappingException rejection =
        rejected(
            identifier,
            "names generator \""
                + name
                + "\", which Hibernate would resolve to a database sequence",
            isInPackage
                ? "remove generator = \""
                    + name
                    + "\" to use the package's @SnowflakeId, or define a generator of that name"
                : "write generator = "
                    + GeneratorNames.FORMS
                    + ", or declare the sequence with @SequenceGenerator");
    if (!ColumnGenerators.isOfHibernate6()) {
      ColumnGenerators.check(column, made -> checked(made, rejection));
    } else if (isStrategyOfSequences(ColumnGenerators.strategy(column))) {
      throw rejection;
    }
  }

  private static boolean isStrategyOfSequences(String strategy) {
    return strategy.equals(SequenceStyleGenerator.class.getName())
        || strategy.equals("enhanced-sequence")
        || strategy.equals("sequence");
  }

  private static Generator checked(Generator made, MappingException rejection) {
    boolean isFromPackage =
        made instanceof SnowflakeIdentifierGenerator; // Hibernate ignored the name
    if (made instanceof SequenceStyleGenerator || isFromPackage) {
      throw rejection;
    }
    return made;
  }

  static void checkOther(MappedAttribute attribute) {
    if (attribute.annotation(SegmentId.class).isPresent()) {
      throw rejected(attribute, "has @SegmentId but is not an identifier", "add @Id");
    }
    if (attribute.annotation(SnowflakeId.class).isPresent()) {
      throw rejected(
          attribute,
          "has @SnowflakeId but is not an identifier",
          "add @Id, or use @SnowflakeValue");
    }
    if (attribute.isRepeated() && attribute.annotation(SnowflakeValue.class).isPresent()) {
      throw new MappingException(
          "@SnowflakeValue is not supported in collection elements, but is on "
              + attribute.path()
              + "; assign the value in the application");
    }
  }

  static MappingException rejectedPart(MappedAttribute part) {
    return rejected(
        part,
        "is in an embeddable nested in the identifier, where Hibernate generates no values",
        "move it to the identifier itself");
  }

  private static MappingException rejected(MappedAttribute attribute, String what, String remedy) {
    return new MappingException(
        "attribute would not get a Snowbraid id: " + attribute.path() + " " + what + "; " + remedy);
  }
}
