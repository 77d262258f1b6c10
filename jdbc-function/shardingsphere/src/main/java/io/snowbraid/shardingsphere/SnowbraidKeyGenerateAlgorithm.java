package io.snowbraid.shardingsphere;

import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmInitializationException;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.apache.shardingsphere.infra.instance.ComputeNodeInstanceContext;
import org.apache.shardingsphere.infra.instance.ComputeNodeInstanceContextAware;
import org.jspecify.annotations.Nullable;

/**
 * Generates keys for ShardingSphere-JDBC. ShardingSphere finds this class by its type: applications
 * write {@code type: SNOWBRAID} and reference no class of this package.
 *
 * <p>Keys are positive {@code Long} values, unique across all shards and all processes that lease
 * workers from the same table. The worker is leased for the first key, and released when the
 * ShardingSphere data source is closed or the process exits.
 *
 * <p>Thread-safe once initialized.
 */
public final class SnowbraidKeyGenerateAlgorithm
    implements KeyGenerateAlgorithm, ComputeNodeInstanceContextAware {

  /** This algorithm's name in configurations. */
  static final String TYPE = "SNOWBRAID";

  private volatile KeySettings settings = KeySettings.read(new Properties());
  private volatile DataSourceGenerators generators = DataSourceGenerators.OF_PROCESS;

  /** Called by ShardingSphere. */
  public SnowbraidKeyGenerateAlgorithm() {}

  /**
   * Reads and checks the properties. Opens no connection.
   *
   * @param props the properties by name, such as {@code storage-unit}
   * @throws AlgorithmInitializationException if a property is unknown, malformed, out of range or
   *     without effect; the message states the name, the value unless it is secret, and what to do
   */
  @Override
  public void init(Properties props) {
    try {
      settings = KeySettings.read(props);
    } catch (IllegalArgumentException e) {
      // an argument, because a percent sign in the message would be read as a placeholder
      throw new AlgorithmInitializationException(this, "%s", String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void setComputeNodeInstanceContext(@Nullable ComputeNodeInstanceContext context) {
    generators =
        context == null ? DataSourceGenerators.OF_PROCESS : DataSourceGenerators.of(context);
  }

  /**
   * Generates keys. The first call leases a worker from its store.
   *
   * @param context the keys' table and column
   * @param keyGenerateCount the number of keys, at least 0
   * @return new keys, in ascending order unless the clock steps back
   * @throws SnowbraidException if no key can be generated now or no worker can be leased
   * @throws io.snowbraid.worker.WorkerSourceException if no storage unit can be chosen to lease a
   *     worker from
   */
  @Override
  public Collection<Long> generateKeys(AlgorithmSQLContext context, int keyGenerateCount) {
    long[] keys = new long[keyGenerateCount];
    generator(context.getDatabaseName()).nextIds(keys);
    return Arrays.stream(keys).boxed().toList();
  }

  /** Returns the generator for a logical database's keys. */
  Snowflake generator(String database) {
    return generators.get(settings, database);
  }

  @Override
  public boolean isSupportAutoIncrement() {
    return true;
  }

  @Override
  public String getType() {
    return TYPE;
  }

  @Override
  public String toString() {
    return TYPE + settings;
  }
}
