package io.snowbraid.hibernate.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.internal.ProcessGenerators;
import io.snowbraid.worker.WorkerSourceException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.hibernate.MappingException;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * The id spaces of one service registry. A space whose settings name no worker leases one from the
 * application's database when the first session factory is built: before that there may be no
 * tables, and later a session may hold the only connection.
 */
public final class IdSpaces implements Service, Stoppable {

  private static final long serialVersionUID = 1L;

  private final transient Settings settings;
  private final transient ServiceRegistryImplementor registry;
  private final transient ReentrantLock lock = new ReentrantLock();
  private final transient Map<String, IdSpace> spaces = new HashMap<>();
  private final transient Map<IdSpace, Snowflake> leased = new HashMap<>();
  private int factories;

  /**
   * Made for each registry.
   *
   * @param settings all settings of the application
   * @param registry gives the connections
   */
  public IdSpaces(Map<String, Object> settings, ServiceRegistryImplementor registry) {
    this.settings = new Settings(settings);
    this.registry = registry;
  }

  /**
   * Finds the spaces of a registry.
   *
   * @param registry where the service is
   * @return the service
   */
  public static IdSpaces of(ServiceRegistry registry) {
    return registry.requireService(IdSpaces.class);
  }

  /**
   * Finds a space.
   *
   * @param name the name after {@code snowflake:}, empty for the default one
   * @return the space, the same for each call
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
    try {
      Object given = settings.get(name, Settings.GENERATOR);
      return new IdSpace(name, given == null ? configured(name) : given(given));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new MappingException(e.getMessage(), e);
    }
  }

  private @Nullable IdGenerator configured(String name) {
    return ProcessGenerators.configured(setting -> settings.get(name, setting)).orElse(null);
  }

  private static IdGenerator given(Object value) {
    if (value instanceof IdGenerator generator) {
      return generator;
    }
    throw new MappingException(
        "%s must be an object of type IdGenerator: %s=%s (%s)"
            .formatted(Settings.GENERATOR, Settings.GENERATOR, value, value.getClass().getName()));
  }

  /** A session factory is about to be built: there may be no tables, nor a generator. */
  public void installFunctions() {
    if (settings.sqlFunctions() == Settings.SqlFunctions.INSTALL) {
      String table = settings.text("", Settings.TABLE, JdbcWorkerSource.DEFAULT_TABLE);
      String namespace = settings.text("", Settings.NAMESPACE, defaultNamespace(""));
      SnowflakeFunctions.create(database(), new FunctionOptions(table, namespace, layout("")));
      if (settings.get("", Settings.GENERATOR) instanceof Snowflake given) {
        SnowflakeFunctions.offer(database(), given);
      }
    }
  }

  /**
   * Tells whether the database can issue the ids of a space by itself.
   *
   * @param space one of these spaces
   * @return whether {@code NEXT_SNOWFLAKE()} does
   */
  public boolean hasFunctions(IdSpace space) {
    return space.name().isEmpty() && settings.sqlFunctions() != Settings.SqlFunctions.NONE;
  }

  private DataSource database() {
    return ConnectionAccess.dataSource(
        registry.requireService(JdbcServices.class).getBootstrapJdbcConnectionAccess());
  }

  /** A session factory is built: tables exist, no transaction is open. */
  public void open() {
    lock.lock();
    try {
      factories++;
      for (IdSpace space : spaces.values()) {
        if (space.isWaiting()) {
          Snowflake generator = lease(space.name());
          leased.put(space, generator);
          space.set(generator);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private Snowflake lease(String name) {
    try {
      return leased(name);
    } catch (WorkerSourceException e) {
      throw new WorkerSourceException(
          "worker is leased from the database of the entities unless "
              + Settings.GENERATOR
              + " or "
              + ProcessGenerators.WORKER_ID
              + " is set: "
              + e.getMessage(),
          e);
    }
  }

  private Snowflake leased(String name) {
    JdbcWorkerSource workers =
        JdbcWorkerSource.of(database())
            .table(settings.text(name, Settings.TABLE, JdbcWorkerSource.DEFAULT_TABLE))
            .namespace(settings.text(name, Settings.NAMESPACE, defaultNamespace(name)));
    if (settings.createsTables()) {
      workers.createTableIfMissing();
    }
    Snowflake generator = Snowflake.builder().layout(layout(name)).worker(workers).build();
    if (name.isEmpty()) {
      SnowflakeFunctions.offer(database(), generator);
    }
    return generator;
  }

  private Layout layout(String name) {
    Object text = settings.get(name, ProcessGenerators.LAYOUT);
    return text == null ? Layout.DEFAULT : Layout.parse(text.toString());
  }

  private static String defaultNamespace(String name) {
    return name.isEmpty() ? JdbcWorkerSource.DEFAULT_NAMESPACE : name;
  }

  /** A session factory closes: tables and connections are still there. */
  public void close() {
    lock.lock();
    try {
      factories--;
      if (factories <= 0) {
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
            space.set(null);
            generator.close();
          });
      leased.clear();
    } finally {
      lock.unlock();
    }
  }
}
