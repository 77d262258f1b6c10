package io.snowbraid.jdbc.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.WaitingSession;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedStoreException;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the table of numbers per key. */
class PostgresKeyedStoreTest extends JdbcKeyedStoreSuite {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  protected DataSource database() {
    return server.getPostgresDatabase();
  }

  @Test
  void readOnlyConnectionsAreNamed() {
    requireReadOnlyIsNamed("set session characteristics as transaction read only");
  }

  @Test
  void groupOfSlotsIsOneStatement() {
    int group = SlotTable.GROUP;
    store.createSlots();
    List<Change> changes = store.slots().stream().map(row -> raise(row)).toList();
    List<String> statements = new CopyOnWriteArrayList<>();
    faulty.rewriteStatements(
        sql -> {
          statements.add(sql);
          return sql;
        });
    assertThat(store.replace(changes.subList(0, group)).cardinality()).isEqualTo(group);
    assertThat(statements).hasSize(1);
    assertThat(store.replace(changes).cardinality()).isEqualTo(KeySlot.COUNT - group);
    assertThat(statements).hasSize(1 + (KeySlot.COUNT + group - 1) / group);
  }

  @Test
  void callWhoseConnectionIsKilledFailsAndChangesNothing() throws Exception {
    store.createSlots();
    try (Connection other = database().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select * from " + slots + " where slot = 7 for update");
      CompletableFuture<BitSet> call =
          CompletableFuture.supplyAsync(() -> store.replace(List.of(raise(6), raise(7))));
      WaitingSession.act(database(), "pg_terminate_backend", slots);
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(call::get)
          .withCauseInstanceOf(KeyedStoreException.class)
          .withMessageContaining("keyed database failed: ");
      other.rollback();
    }
    assertThat(store.slots(List.of(6, 7)))
        .containsExactly(SlotRecord.unused(6), SlotRecord.unused(7));
    assertThat(store.replace(List.of(raise(6), raise(7)))).isEqualTo(set(6, 7));
  }

  @Test
  void constraintIsNamed() {
    requireConstraintIsNamed();
  }
}
