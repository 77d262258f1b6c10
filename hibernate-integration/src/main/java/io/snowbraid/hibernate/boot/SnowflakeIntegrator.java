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

/** Takes the workers of a new session factory, and gives them back. */
public final class SnowflakeIntegrator implements Integrator {

  /** Made by Hibernate. */
  public SnowflakeIntegrator() {}

  @Override
  public void integrate(
      Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
    IdSpaceRegistry.of(factory.getServiceRegistry())
        .installFunctions(factory); // tables may call them
    factory
        .getEventEngine()
        .getListenerRegistry()
        .appendListeners(EventType.PRE_UPSERT, new UpsertCheck());
    factory.addObserver(new Observer());
  }

  /** Comes last, and even where an observer before ours failed to close. */
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
