package io.snowbraid.hibernate.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The parts of composite identifiers that have a generator, which Hibernate does not tell. */
public final class GeneratedIdParts {

  private final Map<String, Map<String, Predicate<@Nullable Object>>> all =
      new ConcurrentHashMap<>();

  GeneratedIdParts() {}

  /**
   * Takes note of a part.
   *
   * @param entity the name of the entity at the root of its hierarchy
   * @param part the name of the part
   * @param isSet whether a value of that part is an id
   */
  public void add(String entity, String part, Predicate<@Nullable Object> isSet) {
    all.computeIfAbsent(entity, any -> new ConcurrentHashMap<>()).put(part, isSet);
  }

  /**
   * Lists the parts of an identifier.
   *
   * @param entity the name of the entity at the root of its hierarchy
   * @return by their names, whether a value is an id; empty unless the identifier is composite
   */
  public Map<String, Predicate<@Nullable Object>> of(String entity) {
    return all.getOrDefault(entity, Map.of());
  }
}
