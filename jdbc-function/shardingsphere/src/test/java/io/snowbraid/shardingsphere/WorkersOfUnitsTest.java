package io.snowbraid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.record.WorkerInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests where the worker is leased from, and when it is released. */
class WorkersOfUnitsTest {

  private final Shards shards = new Shards();

  @AfterEach
  void close() throws SQLException {
    shards.close();
  }

  private static int worker(long id) {
    return Layout.DEFAULT.decode(id).worker();
  }

  private List<WorkerInfo.State> states(String unit) {
    return shards.workers(unit).workers().stream().map(WorkerInfo::state).toList();
  }

  @Test
  void nothingIsLeasedBeforeTheFirstKey() throws SQLException, IOException {
    DataSource orders = shards.open();
    Shards.createTable(orders);
    assertThat(shards.hasWorkers("ds_0")).isFalse();
    assertThat(shards.hasWorkers("ds_1")).isFalse();
  }

  @Test
  void workerIsLeasedFromTheFirstUnitAndReleasedThere() throws SQLException, IOException {
    DataSource orders = shards.open();
    Shards.createTable(orders);
    Shards.insert(orders);
    assertThat(states("ds_0")).containsExactly(WorkerInfo.State.HELD);
    assertThat(shards.hasWorkers("ds_1")).isFalse();
    Shards.close(orders);
    assertThat(states("ds_0")).containsExactly(WorkerInfo.State.RELEASED);
  }

  @Test
  void closedDataSourceIssuesNoKeys() throws SQLException, IOException {
    DataSource orders = shards.open();
    Snowflake generator = SnowbraidKeys.generator(orders);
    Shards.close(orders);
    assertThat(generator.isOpen()).isFalse();
  }

  @Test
  void twoDataSourcesTakeAWorkerEach() throws SQLException, IOException {
    DataSource one = shards.open();
    Shards.createTable(one);
    DataSource other = shards.open();
    Set<Long> keys = new HashSet<>(Shards.insert(one, 100));
    keys.addAll(Shards.insert(other, 100));
    assertThat(keys).hasSize(200);
    assertThat(worker(Shards.insert(one))).isNotEqualTo(worker(Shards.insert(other)));
    Shards.close(one);
    assertThat(Shards.insert(other, 10)).doesNotContainAnyElementsOf(keys);
  }

  @Test
  void unitThatHasTheTableStays() throws SQLException, IOException {
    DataSource before = shards.open();
    Shards.createTable(before);
    Shards.insert(before);
    Shards.close(before);
    DataSource after = shards.open(List.of("a_new_one", "ds_0", "ds_1"));
    assertThat(SnowbraidKeys.generator(after).isOpen()).isTrue();
    assertThat(states("ds_0")).containsExactly(WorkerInfo.State.HELD);
    assertThat(shards.hasWorkers("a_new_one")).isFalse();
  }

  @Test
  void severalTablesAreRejected() throws SQLException, IOException {
    shards.workers("ds_0").createTableIfMissing();
    shards.workers("ds_1").createTableIfMissing();
    DataSource orders = shards.open();
    assertThatThrownBy(() -> SnowbraidKeys.generator(orders))
        .hasMessage(
            "storage-unit must be set to one of those with table snowbraid_worker: [ds_0, ds_1]"
                + " (database shop); set the same one in all processes");
  }

  @Test
  void namedUnitIsUsed() throws SQLException, IOException {
    DataSource orders = shards.open("storage-unit: ds_1", "namespace: shop", "workers: 5-9");
    Shards.createTable(orders);
    assertThat(worker(Shards.insert(orders))).isBetween(5, 9);
    assertThat(shards.hasWorkers("ds_0")).isFalse();
    assertThat(shards.workers("ds_1").withNamespace("shop").workers()).hasSize(1);
  }

  @Test
  void unknownUnitIsRejected() throws SQLException, IOException {
    DataSource orders = shards.open("storage-unit: ds_7");
    assertThatThrownBy(() -> SnowbraidKeys.generator(orders))
        .hasMessage(
            "storage-unit must be one of [ds_0, ds_1], but is ds_7 (database shop); set the same"
                + " one in all processes");
  }

  @Test
  void otherDatabaseHasTheWorkers() throws SQLException, IOException {
    DataSource orders =
        shards.open("url: " + shards.url("a_new_one"), "user: sa", "password: " + Shards.PASSWORD);
    Shards.createTable(orders);
    Shards.insert(orders);
    assertThat(states("a_new_one")).containsExactly(WorkerInfo.State.HELD);
    assertThat(shards.hasWorkers("ds_0")).isFalse();
    Shards.close(orders);
    assertThat(states("a_new_one")).containsExactly(WorkerInfo.State.RELEASED);
  }

  @Test
  void directoryHasTheWorkers(@TempDir Path directory) throws SQLException, IOException {
    DataSource orders = shards.open("directory: " + directory, "workers: 3");
    Shards.createTable(orders);
    assertThat(worker(Shards.insert(orders))).isEqualTo(3);
    Shards.close(orders);
  }

  @Test
  void fixedNumberIsSharedByAll() throws SQLException, IOException {
    DataSource one = shards.open("worker-id: 77");
    Shards.createTable(one);
    DataSource other = shards.open("worker-id: 77");
    Snowflake generator = SnowbraidKeys.generator(one);
    assertThat(SnowbraidKeys.generator(other)).isSameAs(generator);
    assertThat(worker(Shards.insert(one))).isEqualTo(77);
    Shards.close(one);
    assertThat(worker(Shards.insert(other))).isEqualTo(77);
  }
}
