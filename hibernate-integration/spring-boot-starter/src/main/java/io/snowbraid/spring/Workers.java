package io.snowbraid.spring;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.core.env.Environment;

/** Where the worker comes from, as the properties say. */
final class Workers {

  private final SnowbraidProperties properties;
  private final Databases databases;
  private final Environment environment;

  Workers(SnowbraidProperties properties, Databases databases, Environment environment) {
    this.properties = properties;
    this.databases = databases;
    this.environment = environment;
  }

  WorkerSource source() {
    WorkerProperties.of(properties).requireOneKind();
    Integer number = properties.workerId();
    if (number != null) {
      return Settings.read("worker-id", number, WorkerSource::fixed);
    }
    String directory = properties.directory();
    if (directory != null) {
      return Settings.read("directory", directory, path -> WorkerSource.file(Path.of(path)));
    }
    return leased(databases.find().orElseThrow(Workers::nowhere));
  }

  private static WorkerNotConfiguredException nowhere() {
    return new WorkerNotConfiguredException(
        "The generator of ids needs a worker, and there is no DataSource bean to lease one from.",
        "Add a database, or set snowbraid.directory to a directory on a local disk, or"
            + " snowbraid.worker-id to a number that no other running process has.");
  }

  private WorkerSource leased(DataSource database) {
    JdbcWorkerSource workers = JdbcWorkerSource.of(database);
    String table = properties.table();
    if (table != null) {
      workers = Settings.read("table", table, workers::table);
    }
    String namespace = properties.namespace();
    if (namespace != null) {
      workers = Settings.read("namespace", namespace, workers::namespace);
    }
    return createsTable(database) ? workers.createTableIfMissing() : workers;
  }

  private boolean createsTable(DataSource database) {
    Boolean told = properties.createTable();
    return told != null
        ? told
        : EmbeddedDatabases.isEmbedded(database) || HibernateTables.areCreated(environment);
  }
}
