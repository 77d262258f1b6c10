package io.snowbraid.spring;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.SnowflakeFunctions;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** The fact that the SQL functions are installed, for those who have to come later. */
final class SqlFunctions {

  private SqlFunctions() {}

  static SqlFunctions install(Snowflake generator, Databases databases) {
    SnowflakeFunctions.install(databases.find().orElseThrow(SqlFunctions::nowhere), generator);
    return new SqlFunctions();
  }

  private static InvalidConfigurationPropertyValueException nowhere() {
    return new InvalidConfigurationPropertyValueException(
        "snowbraid.sql-functions.install",
        true,
        "There is no DataSource bean to install the functions in.");
  }
}
