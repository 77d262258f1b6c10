package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import org.hibernate.TransientObjectException;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;

/**
 * Refuses {@code upsert} of an entity without an id. Where ids may be assigned, Hibernate takes any
 * value for one, and all entities whose {@code long} is 0 would end up in one row.
 */
final class UpsertRule implements PreUpsertEventListener {

  private static final long serialVersionUID = 1L;

  @Override
  public boolean onPreUpsert(PreUpsertEvent event) {
    if (event.getPersister().getGenerator() instanceof SnowflakeIdentifierGenerator generator
        && !generator.isSet(event.getId())) {
      throw new TransientObjectException(
          "an entity must have an id to be updated or inserted under it: upsert() of "
              + event.getPersister().getEntityName()
              + " with id="
              + event.getId()
              + "; call insert(), which generates one");
    }
    return false; // no veto
  }
}
