package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import io.snowbraid.hibernate.boot.MappingChecks.Snowflakes;
import io.snowbraid.hibernate.internal.GeneratorParameters;
import io.snowbraid.hibernate.internal.IdSpaceRegistry;
import java.util.Properties;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.IdentifierCollection;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.SimpleValue;

/**
 * Sets the generators of identifiers that use Snowbraid, after all mappings are known and before
 * tables are created. The generator name therefore needs no declaration in annotations or mapping
 * files.
 */
public final class SnowflakeMappingContributor implements AdditionalMappingContributor {

  /** Creates a contributor; called by Hibernate. */
  public SnowflakeMappingContributor() {}

  @Override
  public void contribute(
      AdditionalMappingContributions contributions,
      InFlightMetadataCollector metadata,
      ResourceStreamLocator locator,
      MetadataBuildingContext context) {
    IdSpaceRegistry.of(context.getBootstrapContext().getServiceRegistry()).beginMapping();
    AttributeFinder attributes = new AttributeFinder(AnnotationSource.of(metadata));
    MappingChecks rules = new MappingChecks(new UserDefinedGenerators(metadata, attributes));
    for (PersistentClass entity : metadata.getEntityBindingMap().values()) {
      attributes.identifiers(entity).forEach(identifier -> setGenerator(rules, identifier, entity));
      attributes.others(entity).forEach(MappingChecks::checkOther);
    }
    if (ColumnGenerators.isOfHibernate6()) {
      metadata.getCollectionBindings().forEach(SnowflakeMappingContributor::setGenerator);
    }
  }

  private static void setGenerator(
      MappingChecks rules, MappedAttribute identifier, PersistentClass entity) {
    identifier
        .column()
        .ifPresent(
            column ->
                rules
                    .find(identifier, column)
                    .map(found -> parameters(identifier, entity, found))
                    .ifPresent(parameters -> setGenerator(identifier, column, entity, parameters)));
  }

  private static void setGenerator(
      MappedAttribute identifier,
      SimpleValue column,
      PersistentClass entity,
      Properties parameters) {
    if (!(entity.getIdentifier() instanceof Component)) {
      setGenerator(column, parameters);
      return;
    }
    if (isInAPart(identifier, entity)) {
      throw MappingChecks.rejectedPart(identifier);
    }
    ColumnGenerators.set(
        column,
        context -> {
          SnowflakeIdentifierGenerator generator = create(context, column, parameters);
          IdSpaceRegistry.of(context.getServiceRegistry())
              .addPart(entity.getEntityName(), identifier.name(), generator::isSet);
          return generator;
        });
  }

  /** Returns whether an attribute is in an embeddable that is itself part of the identifier. */
  private static boolean isInAPart(MappedAttribute part, PersistentClass entity) {
    String names = part.path().substring(entity.getEntityName().length() + 1);
    int maxNames = entity.getIdentifierProperty() == null ? 1 : 2;
    return names.split("\\.").length > maxNames;
  }

  private static Properties parameters(
      MappedAttribute identifier, PersistentClass entity, Snowflakes found) {
    Properties parameters = new Properties();
    parameters.setProperty(IdentifierGenerator.GENERATOR_NAME, found.generatorName());
    parameters.setProperty(IdentifierGenerator.ENTITY_NAME, entity.getEntityName());
    parameters.setProperty(GeneratorParameters.ASSIGNED, String.valueOf(found.isAssigned()));
    parameters.setProperty(GeneratorParameters.PRIMITIVE, String.valueOf(identifier.isPrimitive()));
    return parameters;
  }

  /** Sets the generator of a collection whose rows have identifiers. */
  private static void setGenerator(Collection collection) {
    if (collection instanceof IdentifierCollection identified
        && identified.getIdentifier() instanceof SimpleValue column) {
      ColumnGenerators.generatorName(column)
          .filter(GeneratorNames::isSnowbraidName)
          .ifPresent(
              name -> {
                Properties parameters = new Properties();
                parameters.setProperty(IdentifierGenerator.GENERATOR_NAME, name);
                parameters.setProperty(IdentifierGenerator.ENTITY_NAME, collection.getRole());
                setGenerator(column, parameters);
              });
    }
  }

  private static void setGenerator(SimpleValue column, Properties parameters) {
    ColumnGenerators.set(column, context -> create(context, column, parameters));
  }

  private static SnowflakeIdentifierGenerator create(
      GeneratorCreationContext context, SimpleValue column, Properties parameters) {
    SnowflakeIdentifierGenerator generator = new SnowflakeIdentifierGenerator();
    generator.configure(column.getType(), parameters, context.getServiceRegistry());
    return generator;
  }
}
