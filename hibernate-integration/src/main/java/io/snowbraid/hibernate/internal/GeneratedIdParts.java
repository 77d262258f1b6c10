package io.snowbraid.hibernate.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which parts of composite identifiers have a generator; Hibernate does not expose this.
 */
public final class GeneratedIdParts {

  private final Map<String, Map<String, Predicate<@Nullable Object>>> all =
      new ConcurrentHashMap<>();

  GeneratedIdParts() {}

  /**
   * Adds a part.
   *
   * @param entity the name of the entity at the root of its hierarchy
   * @param part the name of the part
   * @param isSet tells whether a value of that part is an id
   */
  public void add(String entity, String part, Predicate<@Nullable Object> isSet) {
    all.computeIfAbsent(entity, any -> new ConcurrentHashMap<>()).put(part, isSet);
  }

  /**
   * Lists the parts of an identifier.
   *
   * @param entity the name of the entity at the root of its hierarchy
   * @return for each part's name, a test of whether its value is an id; empty unless the identifier
   *     is composite
   */
  public Map<String, Predicate<@Nullable Object>> of(String entity) {
    return all.getOrDefault(entity, Map.of());
  }
}
