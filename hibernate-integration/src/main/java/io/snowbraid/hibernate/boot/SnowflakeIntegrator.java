package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.IdSpaceRegistry;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/** Leases workers when a session factory opens, and releases them when it closes. */
public final class SnowflakeIntegrator implements Integrator {

  /** Creates an integrator; called by Hibernate. */
  public SnowflakeIntegrator() {}

  @Override
  public void integrate(
      Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
    IdSpaceRegistry.of(factory.getServiceRegistry())
        .prepare(factory); // installs the functions as well, because table defaults may call them
    factory
        .getEventEngine()
        .getListenerRegistry()
        .appendListeners(EventType.PRE_UPSERT, new UpsertCheck());
    factory.addObserver(new Observer());
  }

  /**
   * Releases the workers. Hibernate calls this last, even if an earlier observer failed while
   * closing.
   */
  @Override
  public void disintegrate(
      SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {
    IdSpaceRegistry.of(registry).close(factory);
  }

  private static final class Observer implements SessionFactoryObserver {

    private static final long serialVersionUID = 1L;

    @Override
    public void sessionFactoryCreated(SessionFactory created) {
      SessionFactoryImplementor factory = (SessionFactoryImplementor) created;
      IdSpaceRegistry.of(factory.getServiceRegistry()).open(factory);
    }

    @Override
    public void sessionFactoryClosing(SessionFactory closing) {
      SessionFactoryImplementor factory = (SessionFactoryImplementor) closing;
      IdSpaceRegistry.of(factory.getServiceRegistry()).close(factory);
    }
  }
}
