package io.snowbraid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.record.WorkerInfo;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests entities with ids from Hibernate and rows with keys from ShardingSphere in one table. */
class HibernateAboveTest {

  @Entity
  @Table(name = "T_ORDER")
  static class Order {
    @Id
    @Column(name = "ID")
    @GeneratedValue(generator = "snowflake")
    Long id;

    @Column(name = "NAME")
    String name = "an entity";
  }

  private final Shards shards = new Shards();

  @AfterEach
  void close() throws SQLException {
    shards.close();
  }

  private static SessionFactory factory(DataSource orders, Map<String, Object> settings) {
    Configuration configuration = new Configuration().addAnnotatedClass(Order.class);
    configuration.getProperties().put("hibernate.connection.datasource", orders);
    configuration.getProperties().put("hibernate.jdbc.batch_size", 20);
    configuration.getProperties().putAll(settings);
    return configuration.buildSessionFactory();
  }

  private static List<Long> persist(SessionFactory factory, int count) {
    return factory.fromTransaction(
        session -> {
          List<Order> orders = IntStream.range(0, count).mapToObj(index -> new Order()).toList();
          orders.forEach(session::persist);
          return orders.stream().map(order -> order.id).toList();
        });
  }

  /** Stores entities and rows in turn, and checks that all ids differ. */
  private List<Long> store(SessionFactory factory, DataSource orders) throws SQLException {
    List<Long> ids = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      ids.addAll(persist(factory, 50));
      ids.addAll(Shards.insert(orders, 50));
    }
    assertThat(ids).hasSize(1_000).doesNotHaveDuplicates();
    List<Long> stored = new ArrayList<>();
    for (int table = 0; table < Shards.TABLES; table++) {
      stored.addAll(shards.ids(0, table));
      stored.addAll(shards.ids(1, table));
    }
    assertThat(stored).containsExactlyInAnyOrderElementsOf(ids);
    return ids;
  }

  private static Set<Integer> workers(List<Long> ids) {
    return ids.stream().map(id -> Layout.DEFAULT.decode(id).worker()).collect(Collectors.toSet());
  }

  @Test
  void oneGeneratorServesBoth() throws SQLException, IOException {
    DataSource orders = shards.open();
    Shards.createTable(orders);
    Map<String, Object> settings = Map.of("snowbraid.generator", SnowbraidKeys.generator(orders));
    try (SessionFactory factory = factory(orders, settings)) {
      assertThat(workers(store(factory, orders))).hasSize(1);
    }
    assertThat(shards.workers("ds_0").workers())
        .extracting(WorkerInfo::state)
        .containsExactly(
            WorkerInfo.State.HELD); // the factory does not close a generator that was passed to it
  }

  @Test
  void oneTableServesBoth() throws SQLException, IOException {
    DataSource orders = shards.open("storage-unit: ds_0");
    Shards.createTable(orders);
    Map<String, Object> settings = Map.of("snowbraid.data-source", shards.unit("ds_0"));
    try (SessionFactory factory = factory(orders, settings)) {
      assertThat(workers(store(factory, orders))).hasSize(2);
    }
    assertThat(shards.workers("ds_0").workers()).hasSize(2);
  }

  @Test
  void oneFixedNumberServesBoth() throws SQLException, IOException {
    DataSource orders = shards.open("worker-id: 79");
    Shards.createTable(orders);
    try (SessionFactory factory = factory(orders, Map.of("snowbraid.worker-id", 79))) {
      assertThat(workers(store(factory, orders))).containsExactly(79);
    }
  }

  @Test
  void workersAreNotLeasedThroughShardingSphere() throws SQLException, IOException {
    DataSource orders = shards.open();
    Shards.createTable(orders);
    assertThatThrownBy(() -> factory(orders, Map.of()))
        .isInstanceOf(NoWorkerAvailableException.class)
        .hasMessageContaining("Table or view 'snowbraid_worker' does not exist");
    assertThat(shards.hasWorkers("ds_0")).isFalse();
    assertThat(shards.hasWorkers("ds_1")).isFalse();
  }
}
