package io.snowbraid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.worker.WorkerSourceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how an insert fails when no worker can be leased. */
class FailingStoreTest {

  private final Shards shards = new Shards();

  @AfterEach
  void close() throws SQLException {
    shards.close();
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void missingDatabaseFailsTheInsertAlone() throws SQLException, IOException {
    DataSource orders =
        shards.open(
            "url: " + shards.url("a_new_one") + ";IFEXISTS=TRUE",
            "user: sa",
            "password: " + Shards.PASSWORD);
    Shards.createTable(orders);
    Throwable failure = catchThrowable(() -> Shards.insert(orders, 2));
    assertThat(failure)
        .isInstanceOf(NoWorkerAvailableException.class)
        .hasMessageContaining("a_new_one");
    assertThat(trace(failure)).doesNotContain(Shards.PASSWORD);
    Shards.execute(shards.unit("a_new_one"), "SELECT 1"); // creates the database
    assertThat(Shards.insert(orders, 2)).hasSize(2);
  }

  @Test
  void singleInsertFailsInTheSameWay() throws SQLException, IOException {
    DataSource orders = shards.open("url: " + shards.url("a_new_one") + ";IFEXISTS=TRUE");
    Shards.createTable(orders);
    String insert = "INSERT INTO T_ORDER (NAME) VALUES ('a')";
    assertThatThrownBy(() -> Shards.execute(orders, insert))
        .isInstanceOf(NoWorkerAvailableException.class);
    try (Connection connection = orders.getConnection();
        PreparedStatement prepared = connection.prepareStatement(insert)) {
      assertThatThrownBy(prepared::executeUpdate)
          .hasStackTraceContaining(NoWorkerAvailableException.class.getName());
    }
  }

  @Test
  void passwordsAreNotShown() throws SQLException, IOException {
    DataSource orders =
        shards.open("url: jdbc:none://me:secret1@db/x?password=secret2", "password: secret3");
    Shards.createTable(orders);
    Throwable failure = catchThrowable(() -> Shards.insert(orders, 2));
    assertThat(failure).hasStackTraceContaining("jdbc:none://db/x");
    assertThat(trace(failure)).doesNotContain("secret");
  }

  @Test
  void algorithmWithoutDataSourceHasNoUnit() {
    SnowbraidKeyGenerateAlgorithm algorithm = new SnowbraidKeyGenerateAlgorithm();
    algorithm.init(new Properties());
    AlgorithmSQLContext context = new AlgorithmSQLContext("shop", "PUBLIC", "T_ORDER", "ID");
    assertThatThrownBy(() -> algorithm.generateKeys(context, 1))
        .isInstanceOf(WorkerSourceException.class)
        .hasMessage(
            "no ShardingSphere data source is open to lease a worker from for database shop; set"
                + " url, directory or worker-id");
  }
}
