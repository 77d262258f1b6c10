package io.snowbraid.spring.internal;

import io.snowbraid.hibernate.internal.WorkerTableFinder;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * Locates the worker table. It is the one that the Hibernate integration uses, in Hibernate's
 * default schema and catalog, so that all generators of a database share one table.
 */
public record WorkerTableLocation(GeneratorSettings settings, Environment environment) {

  private static final String JPA = "spring.jpa.properties.";
  private static final String DEFAULTS = JPA + "hibernate.default_";

  /** The settings, each of which has Hibernate create schemas. */
  private static final List<String> SCHEMA_CREATION =
      List.of(
          "hibernate.hbm2ddl.create_namespaces",
          "jakarta.persistence.create-database-schemas",
          "javax.persistence.create-database-schemas");

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|`[^`]*`|\\[[^]]*]");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*");

  /** Returns the name of the existing table, otherwise of the one to be created. */
  String find(DataSource database) {
    return table(database).find(source(database));
  }

  /** Returns the source of that table's workers, and creates the table if it is missing. */
  JdbcWorkerSource created(DataSource database) {
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
      return beforeItsSchema(table, source, database); // which Hibernate creates later
    }
  }

  /** Creates the table where connections look for it, or in a schema that it creates earlier. */
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
          "schema could not be created: schema="
              + schema
              + ", database says: "
              + e.getMessage()
              + "; create it, or grant the user the privilege",
          e);
    }
  }

  /** Returns the source of that table's workers, without creating the table. */
  JdbcWorkerSource present(DataSource database) {
    return source(database).withTable(find(database));
  }

  private JdbcWorkerSource source(DataSource database) {
    return settings.workers(database, JdbcWorkerSource.DEFAULT_NAMESPACE);
  }

  private WorkerTableFinder table(DataSource database) {
    settings.with(Setting.TABLE, source(database), JdbcWorkerSource::withTable); // checks the name
    String name = settings.text(Setting.TABLE).orElse(JdbcWorkerSource.DEFAULT_TABLE);
    return new WorkerTableFinder(name, qualified(name, database));
  }

  /** Returns the name of a table in Hibernate's default schema and catalog, unless it has one. */
  public String qualified(String name, DataSource database) {
    boolean hasSchema = QUOTED.matcher(name).replaceAll("").contains(".");
    String catalog = environment.getProperty(DEFAULTS + "catalog");
    String schema = environment.getProperty(DEFAULTS + "schema");
    return hasSchema || (catalog == null && schema == null)
        ? name
        : qualified(name, catalog, schema, database);
  }

  /**
   * Qualifies the name as Hibernate does: it asks the database whether it has catalogs and schemas.
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
          "worker database could not be asked for its default schema: " + e.getMessage(), e);
    }
  }

  /** Quotes a name. Hibernate accepts quotes of any kind; the database requires its own. */
  private static String quoted(String part, DatabaseMetaData kind) throws SQLException {
    if (PLAIN.matcher(part).matches()) {
      return part;
    }
    boolean isQuoted = QUOTED.matcher(part).matches();
    String quote = kind.getIdentifierQuoteString();
    return quote + (isQuoted ? part.substring(1, part.length() - 1) : part) + quote;
  }
}
