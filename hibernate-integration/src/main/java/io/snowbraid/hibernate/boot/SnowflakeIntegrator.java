package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.IdSpaces;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/** Checks the generators of a new session factory, and takes and gives back its workers. */
public final class SnowflakeIntegrator implements Integrator {

  /** Made by Hibernate. */
  public SnowflakeIntegrator() {}

  @Override
  public void integrate(
      Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
    IdSpaces.of(factory.getServiceRegistry()).installFunctions(); // tables may call them
    factory.addObserver(new Observer(new GeneratorGuard(metadata)));
  }

  /** Nothing is left to do; Hibernate 6.6 has no default for it. */
  @Override
  public void disintegrate(
      SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

  private static final class Observer implements SessionFactoryObserver {

    private static final long serialVersionUID = 1L;

    private final transient GeneratorGuard guard;
    private boolean isOpen;

    Observer(GeneratorGuard guard) {
      this.guard = guard;
    }

    @Override
    public void sessionFactoryCreated(SessionFactory created) {
      SessionFactoryImplementor factory = (SessionFactoryImplementor) created;
      guard.check(factory);
      IdSpaces.of(factory.getServiceRegistry()).open();
      isOpen = true;
    }

    @Override
    public void sessionFactoryClosing(SessionFactory closing) {
      if (isOpen) { // also called for one that was never built
        isOpen = false;
        IdSpaces.of(((SessionFactoryImplementor) closing).getServiceRegistry()).close();
      }
    }
  }
}
