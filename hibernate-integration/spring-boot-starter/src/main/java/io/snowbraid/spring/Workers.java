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
      Path path = Settings.read("directory", directory, Path::of);
      String share = properties.workers();
      return share == null
          ? WorkerSource.file(path)
          : Settings.read("workers", share, given -> WorkerSource.file(path, given));
    }
    return leased(databases.find().orElseThrow(NoWorker.NOWHERE::refusal));
  }

  private WorkerSource leased(DataSource database) {
    WorkerTables tables = new WorkerTables(properties, environment);
    JdbcWorkerSource workers =
        Boolean.FALSE.equals(properties.createTable())
            ? tables.present(database).createTable(false)
            : tables.created(database);
    String share = properties.workers();
    return share == null ? workers : Settings.read("workers", share, workers::workers);
  }
}
