package io.snowbraid.hibernate;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.FunctionGenerator;
import io.snowbraid.jdbc.internal.SharedGenerators;
import java.util.Map;
import org.hibernate.MappingException;

/** Finds the generator that the settings of an entity manager name. */
final class GeneratorLookup {

  private GeneratorLookup() {}

  static IdGenerator find(Map<String, Object> settings) {
    Object given = settings.get(SnowflakeSettings.GENERATOR);
    if (given == null) {
      return shareWithFunctions(configured(settings));
    }
    if (given instanceof Snowflake snowflake) {
      return shareWithFunctions(snowflake);
    }
    if (given instanceof IdGenerator generator) {
      return generator;
    }
    throw new MappingException(
        "%s must be an object of type IdGenerator: %s=%s (%s)"
            .formatted(
                SnowflakeSettings.GENERATOR,
                SnowflakeSettings.GENERATOR,
                given,
                given.getClass().getName()));
  }

  private static Snowflake configured(Map<String, Object> settings) {
    try {
      return SharedGenerators.find(settings::get).orElseThrow(GeneratorLookup::noWorker);
    } catch (IllegalArgumentException e) {
      throw new MappingException(e.getMessage(), e);
    }
  }

  private static MappingException noWorker() {
    return new MappingException(
        "a worker must be set for the id generator \"snowflake\", there is no default: set %s to a"
                .formatted(SnowflakeSettings.WORKER_ID)
            + " number that no other running process has, or %s to an IdGenerator"
                .formatted(SnowflakeSettings.GENERATOR));
  }

  /**
   * Entities and SQL functions of one process take their ids from one generator, or from generators
   * of different workers.
   */
  private static Snowflake shareWithFunctions(Snowflake ours) {
    Snowflake theirs = FunctionGenerator.offer(ours);
    if (theirs != ours
        && theirs.workerId() == ours.workerId()
        && theirs.layout().equals(ours.layout())) {
      throw new MappingException(
          "no two open generators of a process may have the same worker: entities would take their"
              + " ids from one "
              + ours
              + " and the SQL functions from another; hand the same instance to both, or close the"
              + " other one first");
    }
    return ours;
  }
}
