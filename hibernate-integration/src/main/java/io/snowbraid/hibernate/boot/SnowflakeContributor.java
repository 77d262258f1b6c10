package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.jaxb.Origin;
import org.hibernate.boot.jaxb.SourceType;
import org.hibernate.boot.jaxb.mapping.spi.JaxbEntityMappingsImpl;
import org.hibernate.boot.jaxb.mapping.spi.JaxbGenericIdGeneratorImpl;
import org.hibernate.boot.jaxb.spi.Binding;
import org.hibernate.boot.spi.MetadataSourcesContributor;

/**
 * Makes the generator name {@code snowflake} known to all entities, and {@code snowflake:x} for
 * each further id space x.
 *
 * <p>It stands for a mapping file with generic generators. The mapping is built as objects, because
 * parsing XML would cost each start of an application more than a second.
 */
public final class SnowflakeContributor implements MetadataSourcesContributor {

  private static final String NAME = "snowflake";

  /** Made by Hibernate. */
  public SnowflakeContributor() {}

  @Override
  public void contribute(MetadataSources sources) {
    JaxbEntityMappingsImpl mappings = new JaxbEntityMappingsImpl();
    JaxbGenericIdGeneratorImpl generator = new JaxbGenericIdGeneratorImpl();
    generator.setName(NAME);
    generator.setClazz(SnowflakeIdentifierGenerator.class.getName());
    mappings.getGenericGenerators().add(generator);
    sources.addMappingXmlBinding(new Binding<>(mappings, new Origin(SourceType.OTHER, NAME)));
  }
}
