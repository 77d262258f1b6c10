package io.snowbraid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests rows inserted without a key through ShardingSphere-JDBC. */
class ShardedKeysTest {

  private static final int BATCHES = 40;
  private static final int ROWS = 100;

  /**
   * 4,000 rows in 8 shards are 500 each. If each row chose its shard at random, the standard
   * deviation would be 21; a shard that differs by more than 100 shows that the distribution is not
   * uniform.
   */
  private static final int MAX_DIFFERENCE = 100;

  private final Shards shards = new Shards();
  private DataSource orders;

  @BeforeEach
  void open() throws SQLException, IOException {
    orders = shards.open();
    Shards.createTable(orders);
  }

  @AfterEach
  void close() throws SQLException {
    shards.close();
  }

  @Test
  void batchesFillAllShards() throws SQLException {
    List<Long> keys = new ArrayList<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      keys.addAll(Shards.insert(orders, ROWS));
    }
    assertThat(keys).hasSize(BATCHES * ROWS).doesNotHaveDuplicates();
    List<Long> stored = new ArrayList<>();
    for (int database = 0; database < Shards.DATABASES; database++) {
      for (int table = 0; table < Shards.TABLES; table++) {
        List<Long> ids = shards.ids(database, table);
        assertThat(ids.size()).isBetween(500 - MAX_DIFFERENCE, 500 + MAX_DIFFERENCE);
        stored.addAll(ids);
      }
    }
    assertThat(stored).containsExactlyInAnyOrderElementsOf(keys);
  }

  @Test
  void singleRowsFillAllShards() throws SQLException {
    for (int row = 0; row < 400; row++) {
      Shards.insert(orders);
    }
    for (int database = 0; database < Shards.DATABASES; database++) {
      for (int table = 0; table < Shards.TABLES; table++) {
        assertThat(shards.ids(database, table))
            .hasSizeBetween(15, 85); // 50 plus or minus five standard deviations
      }
    }
  }

  @Test
  void keysAreReturnedByEachKindOfInsert() throws SQLException {
    try (Connection connection = orders.getConnection();
        Statement insert = connection.createStatement();
        PreparedStatement rows =
            connection.prepareStatement(
                "INSERT INTO T_ORDER (NAME) VALUES (?), (?), (?)",
                Statement.RETURN_GENERATED_KEYS)) {
      insert.executeUpdate(
          "INSERT INTO T_ORDER (NAME) VALUES ('a')", Statement.RETURN_GENERATED_KEYS);
      assertThat(Shards.keys(insert)).hasSize(1);
      for (int index = 1; index <= 3; index++) {
        rows.setString(index, "b");
      }
      rows.executeUpdate();
      assertThat(Shards.keys(rows)).hasSize(3).doesNotHaveDuplicates();
    }
  }

  @Test
  void keysAreOfTheLeasedWorker() throws SQLException {
    Snowflake generator = SnowbraidKeys.generator(orders);
    List<Long> keys = Shards.insert(orders, 10);
    assertThat(keys)
        .isSorted()
        .allSatisfy(
            key -> assertThat(Layout.DEFAULT.decode(key).worker()).isEqualTo(generator.workerId()));
    assertThat(generator.nextId()).isGreaterThan(keys.get(9));
  }

  @Test
  void assignedKeyIsKept() throws SQLException {
    Shards.execute(orders, "INSERT INTO T_ORDER (ID, NAME) VALUES (13, 'x')");
    assertThat(shards.ids(1, 2)).containsExactly(13L);
  }

  @Test
  void keysOfRolledBackRowsAreNotRepeated() throws SQLException {
    List<Long> keys = new ArrayList<>();
    try (Connection connection = orders.getConnection()) {
      connection.setAutoCommit(false);
      for (int round = 0; round < 3; round++) {
        try (Statement insert = connection.createStatement()) {
          insert.executeUpdate(
              "INSERT INTO T_ORDER (NAME) VALUES ('a'), ('b')", Statement.RETURN_GENERATED_KEYS);
          keys.addAll(Shards.keys(insert));
        }
        connection.rollback();
      }
    }
    assertThat(keys).hasSize(6).doesNotHaveDuplicates();
    assertThat(Shards.insert(orders, 2)).doesNotContainAnyElementsOf(keys);
  }
}
