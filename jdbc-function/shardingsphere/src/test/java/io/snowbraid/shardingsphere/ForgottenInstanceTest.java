package io.snowbraid.shardingsphere;

import static org.awaitility.Awaitility.await;

import io.snowbraid.Snowflake;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.apache.shardingsphere.driver.jdbc.core.connection.ShardingSphereConnection;
import org.apache.shardingsphere.infra.config.mode.ModeConfiguration;
import org.apache.shardingsphere.infra.instance.ComputeNodeInstanceContext;
import org.apache.shardingsphere.infra.util.eventbus.EventBusContext;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests an instance of ShardingSphere that was never closed and is no longer reachable. */
class ForgottenInstanceTest {

  private final Shards shards = new Shards();

  @AfterEach
  void close() throws SQLException {
    shards.close();
  }

  /** Creates a second instance on the storage units of the first, which stays open. */
  private static Snowflake forgotten(ContextManager units) {
    ComputeNodeInstanceContext context =
        new ComputeNodeInstanceContext(
            null, new ModeConfiguration("Standalone", null), new EventBusContext());
    DataSourceGenerators generators = DataSourceGenerators.of(context);
    generators.attach(units);
    return generators.get(KeySettings.read(new Properties()), "shop");
  }

  @Test
  void generatorIsClosed() throws SQLException, IOException {
    try (ShardingSphereConnection connection =
        shards.open().getConnection().unwrap(ShardingSphereConnection.class)) {
      Snowflake generator = forgotten(connection.getContextManager());
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                System.gc();
                return !generator.isOpen();
              });
    }
  }
}
