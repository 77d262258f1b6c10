package io.snowbraid.hibernate;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.ProcessGenerators;
import java.util.Map;
import org.hibernate.MappingException;

/** Finds the generator that the settings of an entity manager name. */
final class GeneratorLookup {

  private GeneratorLookup() {}

  static IdGenerator find(Map<String, Object> settings) {
    try {
      Object given = settings.get(SnowflakeSettings.GENERATOR);
      return given == null
          ? ProcessGenerators.configured(settings::get).orElseThrow(GeneratorLookup::noWorker)
          : given(given);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new MappingException(e.getMessage(), e);
    }
  }

  private static IdGenerator given(Object value) {
    if (value instanceof Snowflake snowflake) {
      ProcessGenerators.adopt(snowflake);
    }
    if (value instanceof IdGenerator generator) {
      return generator;
    }
    throw new MappingException(
        "%s must be an object of type IdGenerator: %s=%s (%s)"
            .formatted(
                SnowflakeSettings.GENERATOR,
                SnowflakeSettings.GENERATOR,
                value,
                value.getClass().getName()));
  }

  private static MappingException noWorker() {
    return new MappingException(
        "a worker must be set for the id generator \"snowflake\", there is no default: set %s to a"
                .formatted(SnowflakeSettings.WORKER_ID)
            + " number that no other running process has, or %s to an IdGenerator"
                .formatted(SnowflakeSettings.GENERATOR));
  }
}
