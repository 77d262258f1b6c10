package io.snowbraid.jdbc.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.FakeJdbc;
import io.snowbraid.jdbc.FaultyDataSource;
import io.snowbraid.jdbc.FaultyDataSource.Fault;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.keyed.KeyedStoreException;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.testkit.KeyedStoreContract;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the store of numbers per key on each database. */
abstract class JdbcKeyedStoreSuite extends KeyedStoreContract {

  private static final AtomicInteger STORES = new AtomicInteger();

  private final int number = STORES.incrementAndGet();
  protected final String slots = "slots_" + number;
  protected final String servers = "servers_" + number;
  protected HikariDataSource pool;
  protected FaultyDataSource faulty;
  protected JdbcKeyedStore store;

  /** Returns a database that exists as long as the test class. */
  protected abstract DataSource database();

  @BeforeEach
  final void open() {
    pool = pool(10, null);
    faulty = new FaultyDataSource(pool);
    store = on(faulty.dataSource());
  }

  @AfterEach
  final void closePool() {
    pool.close();
  }

  protected final HikariDataSource pool(int size, String isolation) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database());
    config.setMaximumPoolSize(size);
    config.setTransactionIsolation(isolation);
    return new HikariDataSource(config);
  }

  protected final JdbcKeyedStore on(DataSource source) {
    return JdbcKeyedStore.of(source).withTables(slots, servers);
  }

  @Override
  protected final KeyedStore store() {
    return store;
  }

  @Override
  protected final KeyedStore reopened() {
    pool.close();
    pool = pool(2, null);
    return on(pool);
  }

  @Override
  protected final boolean delete(int slot) {
    execute("delete from " + slots + " where slot = " + slot);
    return true;
  }

  @Override
  protected final boolean deleteSlots() {
    execute("delete from " + slots);
    return true;
  }

  @Override
  protected final boolean setBroken(boolean broken) {
    faulty.setBroken(broken);
    return true;
  }

  @Override
  protected final boolean loseNextReply() {
    faulty.setNext(Fault.REPLY_LOST);
    return true;
  }

  protected final void execute(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRANSACTION_READ_COMMITTED",
        "TRANSACTION_REPEATABLE_READ",
        "TRANSACTION_SERIALIZABLE"
      })
  void threadsChangeTheSameSlotsUnderAnyIsolation(String isolation) throws Exception {
    try (HikariDataSource isolated = pool(8, isolation)) {
      store = on(isolated);
      threadsThatChangeTheSameSlotsDoNotBlockEachOther();
    }
  }

  @Test
  void namespacesAreApart() {
    store.createSlots();
    assertThat(store.replace(List.of(raise(7)))).isEqualTo(set(7));
    assertThat(store.add(server(ONE, "a"))).isTrue();
    JdbcKeyedStore other = store.withNamespace("other");
    assertThat(other.servers()).isEmpty();
    assertThat(other.slots()).isEmpty();
    other.createSlots();
    assertThat(other.slots(List.of(7))).containsExactly(SlotRecord.unused(7));
    assertThat(other.replace(List.of(raise(raise(7).after())))).isEqualTo(set());
    assertThat(other.replace(server(ONE, "a"), server(ONE, "b"))).isFalse();
    assertThat(other.remove(server(ONE, "a"))).isFalse();
    assertThat(other.add(server(ONE, "c"))).isTrue();
    assertThat(store.servers()).containsExactly(server(ONE, "a"));
    assertThat(store.slots(List.of(7))).containsExactly(raise(7).after());
  }

  @Test
  void tablesAreCreatedOnceThoughManyTry() {
    List<CompletableFuture<Integer>> stores =
        IntStream.range(0, 3)
            .mapToObj(i -> JdbcKeyedStore.of(pool).withTables(slots + "_x", servers + "_x"))
            .map(
                fresh ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          fresh.createSlots();
                          return fresh.slots().size();
                        }))
            .toList();
    assertThat(stores.stream().map(CompletableFuture::join)).containsOnly(KeySlot.COUNT);
  }

  @Test
  void tablesAreNotCreatedAgain() {
    store.createSlots();
    execute("drop table " + slots);
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store.replace(List.of(raise(7))))
        .withMessageStartingWith("keyed table does not exist (table=" + slots + ", ")
        .withMessageMatching("(?s).*create table (if not exists )?" + slots + " \\(.*")
        .withCauseInstanceOf(SQLException.class);
    execute("drop table " + servers);
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store.servers())
        .withMessageStartingWith("keyed table does not exist (table=" + servers + ", ");
  }

  @Test
  void connectionIsGivenBackAsItWas() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database());
    config.setMaximumPoolSize(1);
    config.setAutoCommit(false);
    try (HikariDataSource one = new HikariDataSource(config)) {
      JdbcKeyedStore single = on(one);
      single.createSlots();
      assertThat(single.replace(List.of(raise(7)))).isEqualTo(set(7));
      try (Connection connection = one.getConnection()) {
        assertThat(connection.getAutoCommit()).isFalse();
        connection.rollback();
      }
      assertThat(single.slots(List.of(7))).containsExactly(raise(7).after());
    }
  }

  @Test
  void failureNamesTheTablesAndTheDatabase() {
    store.createSlots();
    faulty.setBroken(true);
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store.slots())
        .withMessageStartingWith(
            "data source gave no connection: connection refused (08001), tables="
                + slots
                + " and "
                + servers
                + ", namespace=default, database=jdbc:");
    faulty.setBroken(false);
    faulty.setNext(Fault.REPLY_LOST);
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store.add(server(ONE, "a")))
        .withMessageStartingWith(
            "keyed database failed: connection reset (08006), tables=" + slots);
    assertThat(store.servers()).containsExactly(server(ONE, "a"));
  }

  @Test
  void contractRejectsAStoreThatIgnoresTheVersion() {
    faulty.rewriteStatements(sql -> sql.replace("and version = ?", "and version >= ? - 9"));
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::rowIsWrittenOnlyIfAllItsPartsAreAsExpected);
  }

  @Test
  void rowThatWasSetBackIsMended() {
    store.createSlots();
    SlotRecord raised = raise(7).after();
    assertThat(store.replace(List.of(raise(7)))).isEqualTo(set(7));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.repair(7, 7, 999))
        .withMessageStartingWith("slot bound must not decrease: slot=7, stored=1000, bound=999; ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.repair(7, 7, (1L << 62) + 1))
        .withMessageStartingWith(
            "slot bound must be between 1000 and 4611686018427387904, but is ");
    SlotRecord repaired = store.repair(7, 7, 5_000).get(0);
    assertThat(repaired).isEqualTo(new SlotRecord(7, 5_000, SlotRecord.UNOWNED, (1L << 40) + 1));
    assertThat(store.slots(List.of(7))).containsExactly(repaired);
    assertThat(store.replace(List.of(raise(raised)))).isEqualTo(set());
    assertThat(store.replace(List.of(raise(repaired)))).isEqualTo(set(7));
  }

  @Test
  void slotThatDoesNotExistIsNotMended() {
    store.createSlots();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.repair(7, 99_999, 0))
        .withMessage("slot must be between 0 and 16383, but is 99999");
  }

  @Test
  void rowThatWasDeletedIsMended() {
    store.createSlots();
    assertThat(delete(7)).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> store.repair(7, 7, -1));
    assertThat(store.slots(List.of(7))).isEmpty();
    SlotRecord repaired = store.repair(7, 7, 0).get(0);
    assertThat(store.slots(List.of(6, 7))).containsExactly(SlotRecord.unused(6), repaired);
    assertThat(store.repair(7, 7, 0).get(0).version()).isGreaterThan(repaired.version());
  }

  /** Checks the failure of a database that takes no writes after a statement. */
  protected final void requireReadOnlyIsNamed(String sql) {
    store.createSlots();
    DataSource readOnly =
        FakeJdbc.dataSource(
            () -> {
              Connection connection = database().getConnection();
              try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
              }
              return connection;
            });
    JdbcKeyedStore standby = on(readOnly);
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> standby.replace(List.of(raise(7))))
        .withMessageStartingWith("keyed database is read-only (table=" + slots);
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> standby.add(server(ONE, "a")))
        .withMessageStartingWith("keyed database is read-only (table=" + servers);
    assertThat(standby.slots(List.of(7))).containsExactly(SlotRecord.unused(7));
  }

  @Test
  void columnsThatALaterVersionAddedKeepTheirDefaults() throws SQLException {
    store.createSlots();
    assertThat(store.servers()).isEmpty();
    execute("alter table " + slots + " add column added integer default 7");
    execute("alter table " + servers + " add column added integer default 7");
    assertThat(store.add(server(ONE, "a"))).isTrue();
    assertThat(store.replace(server(ONE, "a"), server(ONE, "b"))).isTrue();
    assertThat(store.replace(List.of(raise(7)))).isEqualTo(set(7));
    for (String table : List.of(slots, servers)) {
      assertThat(column("select distinct added from " + table)).containsExactly("7");
    }
  }

  private List<String> column(String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  @Test
  void stateThatALaterVersionAddedIsNamed() {
    assertThat(store.add(server(ONE, "a"))).isTrue();
    execute("update " + servers + " set state = 'RESTING'");
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(store::servers)
        .withMessage(
            "server state must be known to this version: state=RESTING, table="
                + servers
                + ", namespace=default; upgrade Snowbraid in this process");
  }

  @Test
  void missingColumnsOfAnEarlierTableAreNamed() {
    store.createSlots();
    execute("alter table " + slots + " drop column holder");
    execute("alter table " + servers + " drop column moves");
    requireNamed(store::slots, "holder", slots);
    requireNamed(store::servers, "moves", servers);
  }

  private static void requireNamed(ThrowingCallable call, String column, String table) {
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(call)
        .withMessageStartingWith("keyed table lacks columns [%s] (table=%s, ", column, table)
        .withMessageContaining("; add them as this version defines them:\ncreate table ");
  }

  /** Checks the failure of a write that a constraint refuses. */
  protected final void requireConstraintIsNamed() {
    store.createSlots();
    execute("alter table " + slots + " add constraint too_high check (bound < 20)");
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store.replace(List.of(raise(7))))
        .withMessageStartingWith("keyed table rejects writes (table=" + slots)
        .withMessageMatching("(?is).*too_high.*");
  }
}
