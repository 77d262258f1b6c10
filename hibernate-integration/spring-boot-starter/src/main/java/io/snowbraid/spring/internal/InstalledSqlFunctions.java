package io.snowbraid.spring.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.integration.SharedGenerator;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/** Marks that the SQL functions are installed, for beans that must be created later. */
public final class InstalledSqlFunctions {

  private InstalledSqlFunctions() {}

  public static InstalledSqlFunctions install(
      Snowflake generator,
      SnowbraidProperties properties,
      DataSourceLookup databases,
      Environment environment) {
    DataSource database = databases.find().orElseThrow(InstalledSqlFunctions::nowhere);
    GeneratorSettings settings = properties.generator();
    SnowflakeFunctions.installWithoutGenerator(
        database,
        FunctionOptions.DEFAULT
            .withTable(new WorkerTableLocation(settings, environment).find(database))
            .withNamespace(
                settings.text(Setting.NAMESPACE).orElse(JdbcWorkerSource.DEFAULT_NAMESPACE))
            .withLayout(generator.layout()));
    SharedGenerator.share(database, generator);
    return new InstalledSqlFunctions();
  }

  private static InvalidConfigurationPropertyValueException nowhere() {
    return new InvalidConfigurationPropertyValueException(
        "snowbraid.sql-functions.install",
        true,
        "There is no DataSource bean to install the functions in.");
  }
}
