package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.IdSpaceRegistry;
import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/** Adds an {@link IdSpaceRegistry} to each service registry. */
public final class IdSpaceRegistryContributor implements ServiceContributor {

  /** Creates a contributor; called by Hibernate. */
  public IdSpaceRegistryContributor() {}

  @Override
  public void contribute(StandardServiceRegistryBuilder builder) {
    builder.addInitiator(new Initiator());
  }

  private static final class Initiator implements StandardServiceInitiator<IdSpaceRegistry> {

    @Override
    public Class<IdSpaceRegistry> getServiceInitiated() {
      return IdSpaceRegistry.class;
    }

    @Override
    public IdSpaceRegistry initiateService(
        Map<String, Object> settings, ServiceRegistryImplementor registry) {
      return new IdSpaceRegistry(settings, registry);
    }
  }
}
