package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import jakarta.persistence.GeneratedValue;
import java.util.Properties;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.generator.Generator;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.SimpleValue;

/** Gives identifiers that name an id space, such as {@code snowflake:orders}, its generator. */
public final class IdSpaceNames implements AdditionalMappingContributor {

  private static final String PREFIX = "snowflake:";

  /** Made by Hibernate. */
  public IdSpaceNames() {}

  @Override
  public void contribute(
      AdditionalMappingContributions contributions,
      InFlightMetadataCollector metadata,
      ResourceStreamLocator locator,
      MetadataBuildingContext context) {
    metadata.getEntityBindingMap().values().forEach(IdSpaceNames::contribute);
  }

  private static void contribute(PersistentClass entity) {
    if (entity.getMappedClass() == null || !(entity.getIdentifier() instanceof SimpleValue id)) {
      return;
    }
    Members.of(entity.getMappedClass())
        .filter(Members::isIdentifier)
        .map(member -> member.getAnnotation(GeneratedValue.class))
        .filter(value -> value != null && value.generator().startsWith(PREFIX))
        .forEach(
            value ->
                id.setCustomIdGeneratorCreator(
                    creation -> create(creation, value.generator(), entity.getEntityName())));
  }

  private static Generator create(GeneratorCreationContext context, String name, String entity) {
    Properties parameters = new Properties();
    parameters.setProperty(IdentifierGenerator.GENERATOR_NAME, name);
    parameters.setProperty(IdentifierGenerator.ENTITY_NAME, entity);
    SnowflakeIdentifierGenerator generator = new SnowflakeIdentifierGenerator();
    generator.configure(context, parameters);
    return generator;
  }
}
