package io.snowbraid.hibernate.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * Holds the id spaces of one service registry. A space whose settings name no worker leases one
 * from the application's database when the first session factory is built. Before that, there may
 * be no tables; after that, a session may hold the only connection.
 */
public final class IdSpaceRegistry implements Service, Stoppable {

  private static final long serialVersionUID = 1L;

  private final transient HibernateSettings settings;
  private final transient ServiceRegistryImplementor registry;
  private final transient ReentrantLock lock = new ReentrantLock();
  private final transient Map<String, IdSpace> spaces = new LinkedHashMap<>();
  private final transient GeneratedIdParts parts = new GeneratedIdParts();
  private final transient SegmentSpaces segments;
  private final transient Map<IdSpace, Snowflake> leased = new HashMap<>();
  private final transient Set<SessionFactoryImplementor> open =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Creates the id spaces of a registry.
   *
   * @param settings all settings of the application
   * @param registry provides the connections
   */
  public IdSpaceRegistry(Map<String, Object> settings, ServiceRegistryImplementor registry) {
    this.settings = new HibernateSettings(settings);
    this.segments = new SegmentSpaces(this.settings);
    this.registry = registry;
  }

  /**
   * Finds the id spaces of a registry.
   *
   * @param registry the registry
   * @return its id spaces
   */
  public static IdSpaceRegistry of(ServiceRegistry registry) {
    return registry.requireService(IdSpaceRegistry.class);
  }

  /**
   * Rejects unknown settings.
   *
   * @throws MappingException if there are unknown settings
   */
  public void checkSettings() {
    settings.check();
  }

  /**
   * Tells whether the application may assign ids to all entities.
   *
   * @return whether it may
   * @throws MappingException if the setting is wrong
   */
  public boolean areAssigned() {
    return settings.areIdsAssigned();
  }

  /**
   * Returns the generated parts of composite identifiers.
   *
   * @return the parts of all entities
   */
  public GeneratedIdParts parts() {
    return parts;
  }

  /**
   * Finds a space.
   *
   * @param name the name after {@code snowflake:}; empty for the default space; with {@code
   *     segment:} before it for numbers of a tag
   * @return the space, the same for each call with this name
   * @throws MappingException if its settings are wrong
   */
  public IdSpace space(String name) {
    lock.lock();
    try {
      return spaces.computeIfAbsent(name, this::newSpace);
    } finally {
      lock.unlock();
    }
  }

  private IdSpace newSpace(String name) {
    if (SegmentSpaces.isOne(name)) {
      return new IdSpace(name, null);
    }
    try {
      Object given = settings.get(name, HibernateSettings.GENERATOR);
      IdGenerator ids = given == null ? configured(name) : given(given);
      if (ids == null) {
        LeaseOptions.check(settings, name); // rejects bad values before tables are created
      } else {
        LeaseOptions.requireNone(settings, name);
      }
      return new IdSpace(name, ids);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new MappingException(e.getMessage(), e);
    }
  }

  private @Nullable IdGenerator configured(String name) {
    return ConfiguredGenerators.of(setting -> settings.get(name, setting)).orElse(null);
  }

  private static IdGenerator given(Object value) {
    if (value instanceof IdGenerator generator) {
      return generator;
    }
    throw new MappingException(
        "%s must be an object of type IdGenerator: %s=%s (%s)"
            .formatted(
                HibernateSettings.GENERATOR,
                HibernateSettings.GENERATOR,
                value,
                value.getClass().getName()));
  }

  /**
   * Installs the SQL functions if a setting says so. Called before a session factory is built, when
   * there may be neither tables nor a generator.
   *
   * @param factory the factory
   */
  public void installFunctions(SessionFactoryImplementor factory) {
    if (settings.sqlFunctions() == HibernateSettings.SqlFunctions.INSTALL) {
      new WorkerLeaseFactory(settings, registry, factory).installFunctions();
    }
  }

  /**
   * Tells whether the database itself can issue the ids of a space.
   *
   * @param space a space of this registry
   * @return whether {@code NEXT_SNOWFLAKE()} issues them
   */
  public boolean hasFunctions(IdSpace space) {
    return space.name().isEmpty() && settings.sqlFunctions() != HibernateSettings.SqlFunctions.NONE;
  }

  /**
   * Leases the missing workers. Called after a session factory is built, when tables exist and no
   * transaction is open.
   *
   * @param factory the factory
   */
  public void open(SessionFactoryImplementor factory) {
    lock.lock();
    try {
      open.add(factory); // added first, so that a failure below closes it
      WorkerLeaseFactory leasing = new WorkerLeaseFactory(settings, registry, factory);
      for (IdSpace space : spaces.values()) {
        boolean isSegment = SegmentSpaces.isOne(space.name());
        boolean hasStore = leasing.hasConnections() || (isSegment && segments.areSupplied());
        if (space.needsGenerator() && !hasStore) {
          space.markWithoutConnections();
        } else if (space.needsGenerator() && isSegment) {
          segments.open(space, leasing);
        } else if (space.needsGenerator()) {
          Snowflake generator = leasing.lease(space.name());
          leased.put(space, generator);
          space.setGenerator(generator);
        }
      }
    } catch (RuntimeException e) {
      close(factory);
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Releases the workers when the last session factory closes or fails to open. Tables and
   * connections still exist at that time.
   *
   * @param factory the factory; nothing happens if it is already closed
   */
  public void close(SessionFactoryImplementor factory) {
    lock.lock();
    try {
      if (open.remove(factory) && open.isEmpty()) {
        stop();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void stop() {
    lock.lock();
    try {
      leased.forEach(
          (space, generator) -> {
            space.setGenerator(null);
            generator.close();
          });
      leased.clear();
      segments.close();
    } finally {
      lock.unlock();
    }
  }
}
