package io.snowbraid.hibernate.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.integration.SharedGenerator;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import javax.sql.DataSource;
import org.hibernate.MappingException;
import org.hibernate.engine.jdbc.connections.internal.UserSuppliedConnectionProviderImpl;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.jndi.spi.JndiService;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.ServiceRegistry;

/**
 * The database of a session factory's entities, or another one named by a setting. Workers are
 * leased, segments drawn and functions installed there.
 */
record EntityDatabase(
    HibernateSettings settings, ServiceRegistry registry, SessionFactoryImplementor factory) {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid.hibernate");

  void installFunctions() {
    DataSource database = dataSource();
    GeneratorSettings common = settings.generator("");
    JdbcWorkerSource workers = common.workers(database, JdbcWorkerSource.DEFAULT_NAMESPACE);
    SnowflakeFunctions.install(
        database,
        FunctionOptions.DEFAULT
            .withTable(table(common).find(workers))
            .withNamespace(workers.namespace())
            .withLayout(common.layout())
            .withoutGenerator());
    if (settings.get("", HibernateSettings.GENERATOR) instanceof Snowflake given) {
      SharedGenerator.share(database, given);
    }
  }

  private WorkerTableFinder table(GeneratorSettings own) {
    return QuotedNames.table(
        own.text(Setting.TABLE).orElse(JdbcWorkerSource.DEFAULT_TABLE), factory);
  }

  DataSource dataSource() {
    Object named = settings.get("", HibernateSettings.DATA_SOURCE);
    if (named == null) {
      return BootstrapDataSource.dataSource(
          registry.requireService(JdbcServices.class).getBootstrapJdbcConnectionAccess(),
          registry.getService(ConnectionProvider.class));
    }
    Object found =
        named instanceof String name
            ? registry.requireService(JndiService.class).locate(name)
            : named;
    if (found instanceof DataSource database) {
      return database;
    }
    throw new MappingException(
        "%s must be a DataSource or the JNDI name of one, but is %s"
            .formatted(HibernateSettings.DATA_SOURCE, named));
  }

  /**
   * Returns whether there are connections to lease a worker over. There may be none if the
   * application passes them to Hibernate: ahead-of-time processing, for example, builds a factory
   * without connections to read the mappings.
   */
  boolean hasConnections() {
    return settings.get("", HibernateSettings.DATA_SOURCE) != null
        || !(registry.getService(ConnectionProvider.class)
            instanceof UserSuppliedConnectionProviderImpl);
  }

  /** A generator and its worker source. */
  record Leased(Snowflake generator, WorkerSource workers) {}

  /**
   * Leases a worker and builds its generator.
   *
   * @throws WorkerSourceException if no connection is available; the message names the remedy
   */
  Leased lease(String space) {
    GeneratorSettings own = settings.generator(space);
    if (own.origin() == Origin.DIRECTORY) {
      return lease(space, own, own.directory(settings.folder(space)));
    }
    DataSource database = dataSource();
    try {
      JdbcWorkerSource workers =
          own.workers(database, space.isEmpty() ? JdbcWorkerSource.DEFAULT_NAMESPACE : space);
      return lease(space, own, workers.withTable(table(own).find(workers)));
    } catch (WorkerSourceException | NoWorkerAvailableException e) {
      throw explained(e);
    }
  }

  private static SnowbraidException explained(SnowbraidException failure) {
    boolean isWithoutConnection =
        String.valueOf(failure.getMessage()).contains("gave no connection");
    if (failure instanceof NoWorkerAvailableException && !isWithoutConnection) {
      return failure;
    }
    return new WorkerSourceException(
        "no worker could be leased from the entities' database, which is used because neither %s nor %s is set: %s%s"
            .formatted(
                HibernateSettings.GENERATOR,
                ConfiguredGenerators.WORKER_ID,
                failure.getMessage(),
                isWithoutConnection
                    ? "; or set "
                        + HibernateSettings.DATA_SOURCE
                        + " to a data source that serves any thread"
                    : ""),
        failure);
  }

  private Leased lease(String space, GeneratorSettings own, WorkerSource workers) {
    Snowflake generator = own.builder().worker(workers).build();
    if (space.isEmpty() && hasConnections()) {
      shareWithFunctions(generator);
    }
    StartupLog.leased(LOGGER, generator, workers);
    return new Leased(generator, workers);
  }

  /** Makes the SQL functions of the same database generate ids with this generator. */
  private void shareWithFunctions(Snowflake generator) {
    try {
      SharedGenerator.share(dataSource(), generator);
    } catch (RuntimeException e) {
      generator.close();
      throw e;
    }
  }
}
