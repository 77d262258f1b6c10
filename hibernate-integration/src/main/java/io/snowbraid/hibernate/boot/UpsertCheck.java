package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import io.snowbraid.hibernate.internal.IdSpaceRegistry;
import org.hibernate.TransientObjectException;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.CompositeType;
import org.jspecify.annotations.Nullable;

/**
 * Rejects {@code upsert} of an entity without an id. Where ids may be assigned, Hibernate accepts
 * any value as an id, so all entities whose {@code long} id is 0 would share one row.
 */
final class UpsertCheck implements PreUpsertEventListener {

  private static final long serialVersionUID = 1L;

  @Override
  public boolean onPreUpsert(PreUpsertEvent event) {
    EntityPersister persister = event.getPersister();
    if (persister.getGenerator() instanceof SnowflakeIdentifierGenerator generator) {
      require(generator.isSet(event.getId()), event);
    }
    IdSpaceRegistry.of(persister.getFactory().getServiceRegistry())
        .parts(persister.getRootEntityName())
        .forEach((part, isSet) -> require(isSet.test(value(event, part)), event));
    return false; // no veto
  }

  private static @Nullable Object value(PreUpsertEvent event, String part) {
    CompositeType type = (CompositeType) event.getPersister().getIdentifierType();
    return type.getPropertyValues(event.getId())[type.getPropertyIndex(part)];
  }

  private static void require(boolean isSet, PreUpsertEvent event) {
    if (!isSet) {
      throw new TransientObjectException(
          "upsert() must get an entity with an id, but "
              + event.getPersister().getEntityName()
              + " has id="
              + event.getId()
              + "; call insert() to generate one");
    }
  }
}
