package io.snowbraid.shardingsphere;

import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.jdbc.core.connection.ShardingSphereConnection;
import org.apache.shardingsphere.sharding.rule.ShardingRule;

/**
 * Provides the generator of a ShardingSphere data source's {@code SNOWBRAID} keys. Frameworks such
 * as Hibernate can use that generator for their own ids, so that both share one id space.
 */
public final class SnowbraidKeys {

  private SnowbraidKeys() {}

  /**
   * Returns the generator of a data source's keys, and leases its worker if it has none. The data
   * source closes the generator.
   *
   * <p>Thread-safe.
   *
   * @param dataSource a ShardingSphere data source, or a wrapper of one
   * @return the generator, the same one while the data source is open
   * @throws IllegalArgumentException if the argument is not a ShardingSphere data source
   * @throws IllegalStateException if the data source has no key generator of type {@code
   *     SNOWBRAID}, or several with different properties
   * @throws SnowbraidException if no worker can be leased
   * @throws SQLException if the data source provides no connection
   */
  public static Snowflake generator(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      if (!connection.isWrapperFor(ShardingSphereConnection.class)) {
        throw new IllegalArgumentException(
            "dataSource must be a ShardingSphere data source, but its connections are of type "
                + connection.getClass().getName());
      }
      return generator(connection.unwrap(ShardingSphereConnection.class));
    }
  }

  private static Snowflake generator(ShardingSphereConnection connection) {
    String database = connection.getCurrentDatabaseName();
    Set<Snowflake> generators =
        connection
            .getContextManager()
            .getDatabase(database)
            .getRuleMetaData()
            .findRules(ShardingRule.class)
            .stream()
            .flatMap(rule -> rule.getKeyGenerators().values().stream())
            .filter(SnowbraidKeyGenerateAlgorithm.class::isInstance)
            .map(each -> ((SnowbraidKeyGenerateAlgorithm) each).generator(database))
            .collect(Collectors.toSet());
    if (generators.size() != 1) {
      throw new IllegalStateException(
          ("data source must have one generator of %s keys, but database %s has %s; give all key"
                  + " generators of that type the same properties")
              .formatted(SnowbraidKeyGenerateAlgorithm.TYPE, database, generators));
    }
    return generators.iterator().next();
  }
}
