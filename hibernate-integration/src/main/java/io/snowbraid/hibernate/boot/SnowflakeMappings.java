package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeId;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import java.lang.reflect.Member;
import java.util.Optional;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.PersistentClass;

/**
 * Checks all mappings that ask for a snowflake, before any table is made, and gives identifiers
 * that name an id space, such as {@code snowflake:orders}, its generator.
 */
public final class SnowflakeMappings implements AdditionalMappingContributor {

  /** Made by Hibernate. */
  public SnowflakeMappings() {}

  @Override
  public void contribute(
      AdditionalMappingContributions contributions,
      InFlightMetadataCollector metadata,
      ResourceStreamLocator locator,
      MetadataBuildingContext context) {
    IdentifierRules rules = new IdentifierRules(context.getBuildingOptions().isXmlMappingEnabled());
    for (PersistentClass entity : metadata.getEntityBindingMap().values()) {
      Attribute.identifiers(entity).forEach(rules::checkIdentifier);
      Attribute.others(entity).forEach(IdentifierRules::checkOther);
      Attribute.identifiers(entity).forEach(identifier -> name(identifier, entity));
    }
  }

  private static void name(Attribute identifier, PersistentClass entity) {
    identifier
        .column()
        .ifPresent(
            column ->
                spaceName(identifier)
                    .ifPresent(name -> Creators.set(column, name, entity.getEntityName())));
  }

  private static Optional<String> spaceName(Attribute identifier) {
    if (identifier.annotation(SnowflakeId.class).isPresent()) {
      return Optional.empty();
    }
    return identifier
        .annotation(GeneratedValue.class)
        .filter(value -> needsCreator(identifier, value))
        .map(value -> value.generator().isEmpty() ? GeneratorNames.DEFAULT : value.generator());
  }

  /** Hibernate finds the plain name by itself, and from 7.0 on the annotation of a package. */
  private static boolean needsCreator(Attribute identifier, GeneratedValue value) {
    String name = value.generator();
    if (name.isEmpty() && value.strategy() == GenerationType.AUTO) {
      return !Creators.knowsPackages() && isInAnnotatedPackage(identifier);
    }
    return GeneratorNames.isOurs(name) && !name.equals(GeneratorNames.DEFAULT);
  }

  private static boolean isInAnnotatedPackage(Attribute identifier) {
    return identifier.members().stream()
        .map(member -> ((Member) member).getDeclaringClass().getPackage())
        .anyMatch(home -> home.isAnnotationPresent(SnowflakeId.class));
  }
}
