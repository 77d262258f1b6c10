package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.hibernate.internal.WorkerTableFinder;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Finds the application's data source and the tables of workers and segments. As in the Hibernate
 * integration, the tables are in Hibernate's default schema and catalog, so that all generators of
 * a database share them.
 */
final class WorkerDatabase {

  private static final String JPA = "spring.jpa.properties.";
  private static final String DEFAULTS = JPA + "hibernate.default_";

  /** The settings that make Hibernate create schemas. */
  private static final List<String> SCHEMA_CREATION =
      List.of(
          "hibernate.hbm2ddl.create_namespaces",
          "jakarta.persistence.create-database-schemas",
          "javax.persistence.create-database-schemas");

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|`[^`]*`|\\[[^]]*]");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*");

  private static final String WORKER = "The id generator needs a worker, but";

  private final SnowbraidProperties properties;
  private final ListableBeanFactory beans;
  private final Environment environment;

  WorkerDatabase(
      SnowbraidProperties properties, ListableBeanFactory beans, Environment environment) {
    this.properties = properties;
    this.beans = beans;
    this.environment = environment;
  }

  /** Explains why there is no data source to use. */
  static NotConfiguredException missing(String problem, ListableBeanFactory beans) {
    List<String> names = names(beans);
    return names.isEmpty()
        ? new NotConfiguredException(
            problem + " there is no DataSource bean.",
            "Add a database. For ids without one, set snowbraid.directory to a directory on a local"
                + " disk, or snowbraid.worker-id to a number that no other running process has.")
        : new NotConfiguredException(
            problem + " none of the DataSource beans " + names + " is primary.",
            "Set snowbraid.data-source to the name of one of them, or mark one as @Primary.");
  }

  /**
   * Returns a supplier of the application's generator, excluding generators of a single tag. It
   * throws if there is none, because a framework would otherwise generate its own ids.
   */
  static Supplier<IdGenerator> generator(
      ObjectProvider<IdGenerator> generator, ListableBeanFactory beans) {
    return () ->
        generator.getIfAvailable(
            () -> {
              throw missing(WORKER, beans);
            });
  }

  static List<String> names(ListableBeanFactory beans) {
    return List.of(beans.getBeanNamesForType(DataSource.class, true, false));
  }

  /**
   * Returns the data source.
   *
   * @param problem what is not possible without the data source, for the message
   */
  DataSource dataSource(String problem) {
    String name = properties.dataSource();
    if (name == null) {
      DataSource only = beans.getBeanProvider(DataSource.class).getIfUnique();
      if (only == null) {
        throw missing(problem, beans);
      }
      return only;
    }
    if (!names(beans).contains(name)) {
      throw new InvalidConfigurationPropertyValueException(
          "snowbraid.data-source",
          name,
          "It must be the name of a DataSource bean, one of " + names(beans) + ".");
    }
    return beans.getBean(name, DataSource.class);
  }

  /** Returns the name of the existing worker table, otherwise of the table to be created. */
  String workerTable(DataSource database) {
    return table(database).find(source(database));
  }

  /** Returns the worker source, after creating its table unless the table must already exist. */
  JdbcWorkerSource workers() {
    DataSource database = dataSource(WORKER);
    return BuilderProperties.named(
        () ->
            properties.generator().createsTable()
                ? created(database)
                : source(database).withTable(workerTable(database)));
  }

  /** Returns the segment source. */
  JdbcSegmentSource segments() {
    DataSource database = dataSource("Segments need a table, but");
    JdbcSegmentSource source = JdbcSegmentSource.of(database);
    return BuilderProperties.read(
            "segment-table",
            Objects.requireNonNullElse(properties.segmentTable(), JdbcSegmentSource.DEFAULT_TABLE),
            name -> source.withTable(qualified(name, database)))
        .withTableCreation(!Boolean.FALSE.equals(properties.createTable()));
  }

  private JdbcWorkerSource created(DataSource database) {
    WorkerTableFinder table = table(database);
    JdbcWorkerSource source = source(database);
    if (table.name().equals(table.qualified())) {
      return source.withTable(table.name()); // creates the table when a worker is leased
    }
    try {
      return source.withTable(table.find(source)).createTableIfMissing();
    } catch (WorkerSourceException e) {
      if (!WorkerTableFinder.isSchemaAbsent(e)) {
        throw e;
      }
      return beforeItsSchema(table, source, database); // Hibernate creates the schema later
    }
  }

  /**
   * Creates the table where connections find it by name, otherwise in the schema, which it creates
   * before Hibernate would.
   */
  private JdbcWorkerSource beforeItsSchema(
      WorkerTableFinder table, JdbcWorkerSource source, DataSource database) {
    try {
      return source.withTable(table.name()).createTableIfMissing();
    } catch (WorkerSourceException e) {
      String schema = environment.getProperty(DEFAULTS + "schema");
      if (schema == null || !WorkerTableFinder.isSchemaAbsent(e) || !createsSchemas()) {
        throw e;
      }
      createSchema(schema, database);
      return source.withTable(table.qualified()).createTableIfMissing();
    }
  }

  private boolean createsSchemas() {
    return SCHEMA_CREATION.stream()
        .anyMatch(name -> environment.getProperty(JPA + name, Boolean.class, false));
  }

  private static void createSchema(String schema, DataSource database) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema if not exists " + quoted(schema, connection.getMetaData()));
    } catch (SQLException e) {
      throw new WorkerSourceException(
          "schema "
              + schema
              + " could not be created: "
              + e.getMessage()
              + "; create it, or grant the user the privilege",
          e);
    }
  }

  private JdbcWorkerSource source(DataSource database) {
    return properties.generator().workers(database, JdbcWorkerSource.DEFAULT_NAMESPACE);
  }

  private WorkerTableFinder table(DataSource database) {
    GeneratorSettings settings = properties.generator();
    settings.with(Setting.TABLE, source(database), JdbcWorkerSource::withTable); // checks the name
    String name = settings.text(Setting.TABLE).orElse(JdbcWorkerSource.DEFAULT_TABLE);
    return new WorkerTableFinder(name, qualified(name, database));
  }

  /**
   * Returns a table's name in Hibernate's default schema and catalog, unless the name has a schema.
   */
  private String qualified(String name, DataSource database) {
    boolean hasSchema = QUOTED.matcher(name).replaceAll("").contains(".");
    String catalog = environment.getProperty(DEFAULTS + "catalog");
    String schema = environment.getProperty(DEFAULTS + "schema");
    return hasSchema || (catalog == null && schema == null)
        ? name
        : qualified(name, catalog, schema, database);
  }

  /**
   * Qualifies the name as Hibernate does, depending on whether the database has catalogs and
   * schemas.
   */
  private static String qualified(
      String name, @Nullable String catalog, @Nullable String schema, DataSource database) {
    try (Connection connection = database.getConnection()) {
      DatabaseMetaData kind = connection.getMetaData();
      StringJoiner qualified = new StringJoiner(".");
      if (catalog != null && kind.supportsCatalogsInTableDefinitions()) {
        qualified.add(quoted(catalog, kind));
      }
      if (schema != null && kind.supportsSchemasInTableDefinitions()) {
        qualified.add(quoted(schema, kind));
      }
      return qualified.add(name).toString();
    } catch (SQLException e) {
      throw new WorkerSourceException(
          "metadata of the worker database could not be read: " + Causes.text(e), e);
    }
  }

  /** Quotes a name. Hibernate accepts any quotes; the database requires its own. */
  private static String quoted(String part, DatabaseMetaData kind) throws SQLException {
    if (PLAIN.matcher(part).matches()) {
      return part;
    }
    boolean isQuoted = QUOTED.matcher(part).matches();
    String quote = kind.getIdentifierQuoteString();
    return quote + (isQuoted ? part.substring(1, part.length() - 1) : part) + quote;
  }
}
