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
    if (knowsGenericGenerators(sources)) {
      MappingObjects.contribute(sources);
    } else {
      sources.addResource("io/snowbraid/hibernate/boot/snowflake-6.6.hbm.xml");
    }
  }

  /** From Hibernate 7.0 on; before, a mapping file of the old kind is the way. */
  private static boolean knowsGenericGenerators(MetadataSources sources) {
    return sources
            .getClass()
            .getClassLoader()
            .getResource("org/hibernate/boot/jaxb/mapping/spi/JaxbGenericIdGeneratorImpl.class")
        != null;
  }

  /** Loaded only where its types are known. */
  private static final class MappingObjects {

    static void contribute(MetadataSources sources) {
      JaxbGenericIdGeneratorImpl generator = new JaxbGenericIdGeneratorImpl();
      generator.setName(NAME);
      generator.setClazz(SnowflakeIdentifierGenerator.class.getName());
      JaxbEntityMappingsImpl mappings = new JaxbEntityMappingsImpl();
      mappings.getGenericGenerators().add(generator);
      sources.addMappingXmlBinding(new Binding<>(mappings, new Origin(SourceType.OTHER, NAME)));
    }
  }
}
