package io.snowbraid.spring.internal;

import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.worker.WorkerSource;
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
    GeneratorSettings settings = properties.generator();
    return switch (settings.origin()) {
      case NUMBER -> WorkerSource.fixed(settings.number());
      case DIRECTORY -> settings.directory("");
      default -> leased(settings, databases.find().orElseThrow(NoWorkerCause.NOWHERE::rejection));
    };
  }

  private WorkerSource leased(GeneratorSettings settings, DataSource database) {
    WorkerTableLocation tables = new WorkerTableLocation(settings, environment);
    return BuilderProperties.named(
        () -> settings.createsTable() ? tables.created(database) : tables.present(database));
  }
}
