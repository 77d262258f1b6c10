package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.IdSpaces;
import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/** Gives each service registry its id spaces. */
public final class IdSpacesContributor implements ServiceContributor {

  /** Made by Hibernate. */
  public IdSpacesContributor() {}

  @Override
  public void contribute(StandardServiceRegistryBuilder builder) {
    builder.addInitiator(new Initiator());
  }

  private static final class Initiator implements StandardServiceInitiator<IdSpaces> {

    @Override
    public Class<IdSpaces> getServiceInitiated() {
      return IdSpaces.class;
    }

    @Override
    public IdSpaces initiateService(
        Map<String, Object> settings, ServiceRegistryImplementor registry) {
      return new IdSpaces(settings, registry);
    }
  }
}
