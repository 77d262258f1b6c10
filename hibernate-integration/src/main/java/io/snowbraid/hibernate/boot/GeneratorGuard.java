package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import jakarta.persistence.GeneratedValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hibernate.MappingException;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.Generator;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Refuses a session factory in which an identifier that asks for a snowflake got something else,
 * for whatever reason: the last look, at the generators themselves.
 */
final class GeneratorGuard {

  /** By entity, the identifier that asks for a snowflake. */
  private final Map<String, String> asking = new HashMap<>();

  /** Entities that name their generator in a mapping file, if at all. */
  private final Set<String> unannotated = new HashSet<>();

  GeneratorGuard(Metadata metadata) {
    for (PersistentClass entity : metadata.getEntityBindings()) {
      Attribute.identifiers(entity)
          .filter(identifier -> identifier.value() == entity.getIdentifier())
          .forEach(identifier -> note(entity.getEntityName(), identifier));
    }
  }

  private void note(String entity, Attribute identifier) {
    boolean isAsking =
        identifier.annotation(SnowflakeId.class).isPresent()
            || identifier
                .annotation(GeneratedValue.class)
                .filter(value -> GeneratorNames.isOurs(value.generator()))
                .isPresent();
    if (isAsking && identifier.column().isPresent()) {
      asking.put(entity, identifier.path());
    }
    if (identifier.annotation(GeneratedValue.class).isEmpty()) {
      unannotated.add(entity);
    }
  }

  void check(SessionFactoryImplementor factory) {
    factory.getMappingMetamodel().forEachEntityDescriptor(this::check);
  }

  private void check(EntityPersister entity) {
    Generator generator = entity.getGenerator();
    String identifier = asking.get(entity.getEntityName());
    if (identifier != null && !(generator instanceof SnowflakeIdentifierGenerator)) {
      throw IdentifierRules.refused(
          identifier,
          "gets " + generator.getClass().getSimpleName(),
          "remove what else names a generator for it, such as a mapping file");
    }
    if (unannotated.contains(entity.getEntityName())
        && generator instanceof SequenceStyleGenerator sequence) {
      checkSequence(entity.getEntityName(), sequence);
    }
  }

  private static void checkSequence(String entity, SequenceStyleGenerator sequence) {
    String name = sequence.getDatabaseStructure().getPhysicalName().getObjectName().getText();
    if (GeneratorNames.isOurs(name) || GeneratorNames.isMistyped(name)) {
      throw sequenceRefused(entity, name);
    }
  }

  private static MappingException sequenceRefused(String entity, String name) {
    return IdentifierRules.refused(
        entity,
        "gets the database sequence \"" + name + "\"",
        "write <generated-value generator=\""
            + GeneratorNames.corrected(name)
            + "\"/> in its mapping file, and let hibernate.xml_mapping_enabled be true");
  }
}
