package io.snowbraid.spring;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/** The fact that the SQL functions are installed, for those who have to come later. */
final class SqlFunctions {

  private SqlFunctions() {}

  static SqlFunctions install(
      Snowflake generator,
      SnowbraidProperties properties,
      Databases databases,
      Environment environment) {
    DataSource database = databases.find().orElseThrow(SqlFunctions::nowhere);
    SnowflakeFunctions.create(
        database,
        new FunctionOptions(
            new WorkerTables(properties, environment).find(database),
            Objects.requireNonNullElse(properties.namespace(), JdbcWorkerSource.DEFAULT_NAMESPACE),
            generator.layout()));
    SnowflakeFunctions.offer(database, generator);
    return new SqlFunctions();
  }

  private static InvalidConfigurationPropertyValueException nowhere() {
    return new InvalidConfigurationPropertyValueException(
        "snowbraid.sql-functions.install",
        true,
        "There is no DataSource bean to install the functions in.");
  }
}
