package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.hibernate.internal.IdValueConverter;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.CollectionFactory;
import org.springframework.data.mapping.MappingException;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;

/**
 * Assigns an id to each entity of an aggregate whose identifier has {@link SnowflakeId} and is not
 * set. Immutable entities, such as records, are replaced by a changed copy.
 */
final class AggregateIdAssigner {

  private final Supplier<? extends RelationalMappingContext> mappings;
  private final Supplier<IdGenerator> ids;
  private final Map<Class<?>, Boolean> mayNeedIdsByType = new ConcurrentHashMap<>();

  AggregateIdAssigner(
      Supplier<? extends RelationalMappingContext> mappings, Supplier<IdGenerator> ids) {
    this.mappings = mappings;
    this.ids = ids;
  }

  /** Returns whether any entity of such an aggregate may need an id. */
  boolean mayNeedIds(Class<?> type) {
    return mayNeedIdsByType.computeIfAbsent(type, any -> mayNeedIds(any, new HashSet<>()));
  }

  private boolean mayNeedIds(Class<?> type, Set<Class<?>> seen) {
    RelationalPersistentEntity<?> entity = mappings.get().getPersistentEntity(type);
    if (entity == null || !seen.add(type)) {
      return false;
    }
    boolean found = false;
    for (RelationalPersistentProperty property : entity) {
      found |= isMarked(property);
      found |= property.isEntity() && mayNeedIds(property.getActualType(), seen);
    }
    return found;
  }

  private static boolean isMarked(RelationalPersistentProperty property) {
    if (!property.isAnnotationPresent(SnowflakeId.class)) {
      return false;
    }
    if (!property.isIdProperty()) {
      throw new MappingException(
          "property %s has @SnowflakeId but is not an identifier; add Spring Data's @Id"
              .formatted(property));
    }
    return true;
  }

  /** Assigns ids to an entity and to the entities it contains. */
  <T> T complete(T instance) {
    return mayNeedIds(instance.getClass()) ? completed(instance) : instance;
  }

  private <T> T completed(T instance) {
    RelationalPersistentEntity<?> entity =
        mappings.get().getRequiredPersistentEntity(instance.getClass());
    PersistentPropertyAccessor<T> accessor = entity.getPropertyAccessor(instance);
    for (RelationalPersistentProperty property : entity) {
      Object value = accessor.getProperty(property);
      Object changed = isMarked(property) ? id(property, value) : below(property, value);
      if (changed != value) {
        accessor.setProperty(property, changed);
      }
    }
    return accessor.getBean();
  }

  private @Nullable Object id(RelationalPersistentProperty property, @Nullable Object value) {
    Class<?> type = property.getType();
    if (IdValueConverter.isSet(value, type.isPrimitive())) {
      return value;
    }
    return IdValueConverter.of(type)
        .orElseThrow(
            () ->
                new MappingException(
                    "property %s with @SnowflakeId must have type %s, but has %s"
                        .formatted(property, IdValueConverter.TYPES, type.getName())))
        .apply(ids.get().nextId());
  }

  private @Nullable Object below(RelationalPersistentProperty property, @Nullable Object value) {
    if (value == null || !property.isEntity()) {
      return value;
    }
    if (value instanceof Collection<?> elements) {
      return each(elements);
    }
    return value instanceof Map<?, ?> entries ? each(entries) : complete(value);
  }

  /** Completes the elements. Returns the same collection unless an element had to be copied. */
  private Collection<?> each(Collection<?> elements) {
    Collection<Object> changed =
        CollectionFactory.createApproximateCollection(elements, elements.size());
    boolean isChanged = false;
    for (Object element : elements) {
      Object complete = completeOrNull(element);
      changed.add(complete);
      isChanged |= complete != element;
    }
    return isChanged ? changed : elements;
  }

  private Map<?, ?> each(Map<?, ?> entries) {
    Map<Object, Object> changed = CollectionFactory.createApproximateMap(entries, entries.size());
    boolean isChanged = false;
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      Object complete = completeOrNull(entry.getValue());
      changed.put(entry.getKey(), complete);
      isChanged |= complete != entry.getValue();
    }
    return isChanged ? changed : entries;
  }

  private @Nullable Object completeOrNull(@Nullable Object value) {
    return value == null ? null : complete(value);
  }
}
