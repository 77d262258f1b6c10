package io.snowbraid.hibernate.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.hibernate.MappingException;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * Holds the id spaces of one service registry. If a space's settings name no worker, it leases one
 * from the application's database when the first session factory is built. Earlier, there may be no
 * tables; later, a session may hold the only connection.
 */
public final class IdSpaceRegistry implements Service, Stoppable {

  /**
   * Required because a service is serializable. Instances are never serialized, so all fields are
   * transient.
   */
  private static final long serialVersionUID = 1L;

  private final transient Map<String, Object> built;
  private final transient ServiceRegistryImplementor registry;
  private final transient ReentrantLock lock = new ReentrantLock();
  private final transient Map<String, IdSpace> spaces = new LinkedHashMap<>();

  /** The generated parts of composite identifiers, which Hibernate does not expose. */
  private final transient Map<String, Map<String, Predicate<@Nullable Object>>> parts =
      new ConcurrentHashMap<>();

  private final transient SegmentSpaces segments = new SegmentSpaces();
  private final transient Map<IdSpace, EntityDatabase.Leased> leased = new HashMap<>();
  private final transient Set<SessionFactoryImplementor> openFactories =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /** The setting when the mappings were built; null before that. */
  private transient @Nullable Boolean mappedMayAssignIds;

  /**
   * Creates a registry's id spaces.
   *
   * @param built Hibernate's settings while the mappings are built, which may differ from those
   *     when a session factory is built
   * @param registry provides the connections
   */
  public IdSpaceRegistry(Map<String, Object> built, ServiceRegistryImplementor registry) {
    this.built = built;
    this.registry = registry;
  }

  /**
   * Returns a registry's id spaces.
   *
   * @param registry the registry
   * @return the registry's id spaces
   */
  public static IdSpaceRegistry of(ServiceRegistry registry) {
    return registry.requireService(IdSpaceRegistry.class);
  }

  /** Reads the current settings, which may differ from those when the mappings were built. */
  private HibernateSettings settings() {
    return new HibernateSettings(
        registry.requireService(ConfigurationService.class).getSettings(), built);
  }

  /**
   * Reads the settings that mappings depend on. Called before they are built, perhaps long before a
   * session factory is.
   *
   * @throws MappingException if a setting is unknown or wrong
   */
  public void beginMapping() {
    HibernateSettings settings = settings();
    settings.check();
    mappedMayAssignIds = settings.mayAssignIds();
  }

  /**
   * Returns whether the application may assign ids to all entities.
   *
   * @return whether it may
   * @throws MappingException if the setting is wrong
   */
  public boolean mayAssignIds() {
    Boolean mapped = mappedMayAssignIds;
    return mapped == null ? settings().mayAssignIds() : mapped;
  }

  /**
   * Adds a generated part of a composite identifier.
   *
   * @param entity the root entity's name
   * @param part the part's name
   * @param isSet tests whether a value of that part is an id
   */
  public void addPart(String entity, String part, Predicate<@Nullable Object> isSet) {
    parts.computeIfAbsent(entity, any -> new ConcurrentHashMap<>()).put(part, isSet);
  }

  /**
   * Returns the generated parts of an identifier.
   *
   * @param entity the root entity's name
   * @return for each part name, a test of whether its value is an id; empty unless the identifier
   *     is composite
   */
  public Map<String, Predicate<@Nullable Object>> parts(String entity) {
    return parts.getOrDefault(entity, Map.of());
  }

  /**
   * Returns a space.
   *
   * @param name the name after {@code snowflake:}; empty for the default space; with the prefix
   *     {@code segment:} for tag numbers
   * @return the space, always the same for one name
   */
  public IdSpace space(String name) {
    lock.lock();
    try {
      return spaces.computeIfAbsent(name, IdSpace::new);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Checks that the settings allow what is mapped, sets the generators that the settings supply,
   * and installs the SQL functions if set. Called before a session factory is built, when there may
   * be neither tables nor a generator.
   *
   * @param factory the factory
   * @throws MappingException if a setting is unknown or wrong
   */
  public void prepare(SessionFactoryImplementor factory) {
    HibernateSettings settings = settings();
    settings.check();
    requireAsMapped(settings);
    configure(settings);
    if (settings.sqlFunctions() == HibernateSettings.SqlFunctions.INSTALL) {
      new EntityDatabase(settings, registry, factory).installFunctions();
    }
  }

  private void requireAsMapped(HibernateSettings settings) {
    boolean mapped = mayAssignIds();
    if (settings.mayAssignIds() != mapped) {
      throw new MappingException(
          "%s must have the value with which the mappings were built, %s, but is %s; rebuild the application with the new value"
              .formatted(HibernateSettings.ASSIGNED_IDS, mapped, !mapped));
    }
  }

  /**
   * Sets the generators that the settings supply or describe.
   *
   * @throws MappingException also if a worker or layout setting is wrong
   */
  private void configure(HibernateSettings settings) {
    lock.lock();
    try {
      for (IdSpace space : spaces.values()) {
        if (space.needsGenerator() && !SegmentSpaces.isSegmentSpace(space.name())) {
          space.setGenerator(configured(settings, space.name()));
        }
      }
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new MappingException(e.getMessage(), e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the configured generator, or null if the worker must be leased. Rejects bad values
   * before tables are created.
   */
  private static @Nullable IdGenerator configured(HibernateSettings settings, String name) {
    Object given = settings.get(name, HibernateSettings.GENERATOR);
    if (given != null) {
      settings.requireNoneBesideGenerator(name);
      return given(given);
    }
    return ConfiguredGenerators.of(settings.generator(name).check()).orElse(null);
  }

  private static IdGenerator given(Object value) {
    if (value instanceof IdGenerator generator) {
      return generator;
    }
    throw HibernateSettings.wrongType(HibernateSettings.GENERATOR, IdGenerator.class, value);
  }

  /**
   * Returns whether the database itself can generate a space's ids.
   *
   * @param space a space of this registry
   * @return whether {@code NEXT_SNOWFLAKE()} generates them
   */
  public boolean hasFunctions(IdSpace space) {
    return space.name().isEmpty()
        && settings().sqlFunctions() != HibernateSettings.SqlFunctions.NONE;
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
      openFactories.add(factory); // added first, so that a failure below closes it
      HibernateSettings settings = settings();
      if (!spaces.isEmpty()) { // settings may be shared with factories without generated ids
        settings.requireMapped(
            spaces.keySet().stream()
                .filter(name -> !name.isEmpty() && !SegmentSpaces.isSegmentSpace(name))
                .collect(Collectors.toCollection(TreeSet::new)));
      }
      configure(settings); // for attributes mapped since the factory was prepared
      EntityDatabase database = new EntityDatabase(settings, registry, factory);
      spaces.values().stream()
          .filter(IdSpace::needsGenerator)
          .forEach(space -> open(space, database));
    } catch (RuntimeException e) {
      close(factory);
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private void open(IdSpace space, EntityDatabase database) {
    boolean isSegment = SegmentSpaces.isSegmentSpace(space.name());
    boolean needsConnection =
        isSegment
            ? SegmentSpaces.needConnection(database)
            : database.settings().generator(space.name()).origin() == Origin.TABLE;
    if (needsConnection && !database.hasConnections()) {
      space.markWithoutConnections();
    } else if (isSegment) {
      segments.open(space, database);
    } else {
      EntityDatabase.Leased own = database.lease(space.name());
      leased.put(space, own);
      space.setGenerator(own.generator());
    }
  }

  /**
   * Returns the source of the default space's worker.
   *
   * @return the source; empty if the worker was not leased from a table here
   */
  public Optional<JdbcWorkerSource> defaultSource() {
    lock.lock();
    try {
      return leased.entrySet().stream()
          .filter(entry -> entry.getKey().name().isEmpty())
          .map(entry -> entry.getValue().workers())
          .filter(JdbcWorkerSource.class::isInstance)
          .map(JdbcWorkerSource.class::cast)
          .findFirst();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Releases the workers when the last session factory closes or fails to open. Tables and
   * connections still exist then.
   *
   * @param factory the factory; ignored if it is already closed
   */
  public void close(SessionFactoryImplementor factory) {
    lock.lock();
    try {
      if (openFactories.remove(factory) && openFactories.isEmpty()) {
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
          (space, own) -> {
            space.setGenerator(null);
            own.generator().close();
          });
      leased.clear();
      segments.close();
    } finally {
      lock.unlock();
    }
  }
}
