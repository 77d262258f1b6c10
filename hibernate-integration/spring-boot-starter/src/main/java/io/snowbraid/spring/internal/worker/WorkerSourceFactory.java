package io.snowbraid.spring.internal.worker;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.spring.internal.BuilderProperties;
import io.snowbraid.spring.internal.DataSourceLookup;
import io.snowbraid.spring.internal.NoWorkerCause;
import io.snowbraid.spring.internal.SnowbraidProperties;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.core.env.Environment;

/** Creates the source of workers that the properties describe. */
public final class WorkerSourceFactory {

  private final SnowbraidProperties properties;
  private final DataSourceLookup databases;
  private final Environment environment;

  public WorkerSourceFactory(
      SnowbraidProperties properties, DataSourceLookup databases, Environment environment) {
    this.properties = properties;
    this.databases = databases;
    this.environment = environment;
  }

  public WorkerSource source() {
    WorkerSourceConflicts.of(properties).requireOneKind();
    Integer number = properties.workerId();
    if (number != null) {
      return BuilderProperties.read("worker-id", number, WorkerSource::fixed);
    }
    String directory = properties.directory();
    if (directory != null) {
      return recorded(directory);
    }
    return leased(databases.find().orElseThrow(NoWorkerCause.NOWHERE::rejection));
  }

  private WorkerSource recorded(String directory) {
    WorkerSource all =
        BuilderProperties.read("directory", directory, text -> WorkerSource.file(Path.of(text)));
    String share = properties.workers();
    return share == null
        ? all
        : BuilderProperties.read(
            "workers", share, given -> WorkerSource.file(Path.of(directory), given));
  }

  private WorkerSource leased(DataSource database) {
    WorkerTableLocation tables = new WorkerTableLocation(properties, environment);
    JdbcWorkerSource workers =
        Boolean.FALSE.equals(properties.createTable())
            ? tables.present(database).withTableCreation(false)
            : tables.created(database);
    String share = properties.workers();
    return share == null ? workers : BuilderProperties.read("workers", share, workers::withWorkers);
  }
}
