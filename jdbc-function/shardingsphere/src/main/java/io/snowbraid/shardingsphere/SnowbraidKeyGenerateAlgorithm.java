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
 * The key generator {@code SNOWBRAID} of ShardingSphere-JDBC. ShardingSphere finds it by its type;
 * applications write {@code type: SNOWBRAID} and need no class of this package.
 *
 * <p>Keys are positive {@code Long} values from {@link Snowflake}, unique over all shards and all
 * processes that lease workers from the same table. The worker is leased for the first key, not
 * when the algorithm is initialized, and released when the ShardingSphere data source is closed or
 * the process exits.
 *
 * <p>Safe for use by any number of threads once it is initialized.
 */
public final class SnowbraidKeyGenerateAlgorithm
    implements KeyGenerateAlgorithm, ComputeNodeInstanceContextAware {

  /** The name of this algorithm in configurations. */
  static final String TYPE = "SNOWBRAID";

  private volatile KeySettings settings = KeySettings.read(new Properties());
  private volatile DataSourceGenerators generators = DataSourceGenerators.OF_PROCESS;

  /** Called by ShardingSphere. */
  public SnowbraidKeyGenerateAlgorithm() {}

  /**
   * Reads and checks the properties; opens no connection.
   *
   * @param props the properties by their names, such as {@code storage-unit}
   * @throws AlgorithmInitializationException if one is unknown, malformed, out of range or would
   *     have no effect; the message states the name, the value unless it is secret, and what to do
   */
  @Override
  public void init(Properties props) {
    try {
      settings = KeySettings.read(props);
    } catch (IllegalArgumentException e) {
      // passed as an argument, because a percent sign in the message itself would be read as a
      // placeholder
      throw new AlgorithmInitializationException(this, "%s", String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void setComputeNodeInstanceContext(@Nullable ComputeNodeInstanceContext context) {
    generators =
        context == null ? DataSourceGenerators.OF_PROCESS : DataSourceGenerators.of(context);
  }

  /**
   * Issues keys. The first call leases a worker, which accesses its store.
   *
   * @param context the table and column that the keys are for
   * @param keyGenerateCount how many keys, at least 0
   * @return that many new keys, in ascending order as long as the clock does not step back
   * @throws SnowbraidException if no key can be issued now, or if no worker can be leased
   * @throws io.snowbraid.worker.WorkerSourceException if there is no storage unit to lease a worker
   *     from, or if it is not clear which one
   */
  @Override
  public Collection<Long> generateKeys(AlgorithmSQLContext context, int keyGenerateCount) {
    long[] keys = new long[keyGenerateCount];
    generator(context.getDatabaseName()).nextIds(keys);
    return Arrays.stream(keys).boxed().toList();
  }

  /** Returns the generator of a logical database's keys. */
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
