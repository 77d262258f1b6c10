package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.keyed.JdbcKeyedStore;
import io.snowbraid.keyed.ServerRecord;
import io.snowbraid.keyed.ServerRecord.State;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what operators see of slots, and how they repair one. */
class SlotsCommandTest extends CommandLineFixture {

  private static final String URL = "jdbc:h2:mem:slots;DB_CLOSE_DELAY=-1";
  private static final String ONE = "1".repeat(40);
  private static final String TWO = "2".repeat(40);

  private final JdbcDataSource database = new JdbcDataSource();
  private JdbcKeyedStore store = JdbcKeyedStore.of(database);

  @BeforeEach
  void createRows() {
    database.setURL(URL);
    store = JdbcKeyedStore.of(database);
    store.createSlots();
    assertThat(
            store.add(
                new ServerRecord(ONE, "shop:6379", Duration.ofSeconds(12), State.SERVING, 3, "a")))
        .isTrue();
    assertThat(store.replace(List.of(hold(0, ONE), hold(1, ONE), hold(5, ONE), hold(9, TWO))))
        .satisfies(written -> assertThat(written.cardinality()).isEqualTo(4));
  }

  private static Change hold(int slot, String owner) {
    SlotRecord before = SlotRecord.unused(slot);
    return new Change(before, before.next(1_000, owner));
  }

  @AfterEach
  void dropAll() throws SQLException {
    execute(URL, "drop all objects");
  }

  @Test
  void serversAreListedWithTheirSlotsAndWhatNobodyHolds() throws SQLException {
    execute(URL, "delete from snowbraid_slot where slot in (2, 3, 16383)");
    assertThat(run("slots", "list", "--url", URL)).isZero();
    assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "server address state moves slots ranges",
            ONE + " shop:6379 serving 3 3 0-1,5",
            "- - free - 16377 4,6-8,10-16382",
            TWO + " - removed - 1 9",
            "- - missing - 3 2-3,16383",
            "slot rows were deleted, so their keys get no numbers; restore the rows, or run: slots"
                + " repair SLOT --above BOUND");
    assertThat(run("slots", "list", "--url", URL, "--json")).isZero();
    assertThat(json().size()).isEqualTo(4);
    assertThat(json().get(0).get("slots").asInt()).isEqualTo(3);
    assertThat(json().get(3).get("state").asString()).isEqualTo("missing");
  }

  @Test
  void storeWithoutRowsIsReported() {
    assertThat(run("slots", "list", "--namespace", "other", "--url", URL)).isZero();
    assertThat(out.toString())
        .startsWith("no server was ever started with table=snowbraid_slot, namespace=other");
    assertThat(run("slots", "list", "--namespace", "other", "--url", URL, "--json")).isZero();
    assertThat(json().isEmpty()).isTrue();
  }

  @Test
  void slotIsShownByItsNumberOrByAKey() {
    assertThat(run("slots", "show", "5", "--url", URL)).isZero();
    assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly("slot bound owner version", "5 1000 " + ONE + " 1");
    assertThat(run("slots", "show", "foo", "--url", URL, "--json")).isZero();
    assertThat(json().get(0).get("slot").asInt()).isEqualTo(12_182);
    assertThat(json().get(0).get("owner").asString()).isEqualTo("-");
    assertThat(run("slots", "show", "5", "--key", "--url", URL, "--json")).isZero();
    assertThat(json().get(0).get("slot").asInt()).isEqualTo(9974);
    assertThat(run("slots", "show", "16384", "--url", URL, "--json")).isZero();
  }

  @Test
  void missingRowIsMended() throws SQLException {
    execute(URL, "delete from snowbraid_slot where slot = 5");
    assertThat(run("slots", "show", "5", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("slot 5 has no row (table=snowbraid_slot, namespace=default); ")
        .contains("slots repair 5 --above BOUND");
    assertThat(run("slots", "repair", "5", "--above", "7000", "--url", URL)).isZero();
    assertThat(out.toString()).contains("free now", "numbers above 7000");
    assertThat(store.slots(List.of(5)))
        .containsExactly(new SlotRecord(5, 7_000, SlotRecord.UNOWNED, (1L << 40) + 1));
  }

  @Test
  void severalSlotsAreMendedAtOnce() {
    assertThat(run("slots", "repair", "3-5", "--above", "7000", "--url", URL, "--json")).isZero();
    assertThat(json().size()).isEqualTo(1);
    assertThat(json().get(0).get("slot").asString()).isEqualTo("3-5");
    assertThat(store.slots(List.of(2, 3, 4, 5, 6)))
        .extracting(SlotRecord::bound)
        .containsExactly(0L, 7_000L, 7_000L, 7_000L, 0L);
  }

  @Test
  void noneOfSeveralSlotsIsMendedIfOneOfThemIsAboveTheBound() {
    assertThat(run("slots", "repair", "3-9", "--above", "999", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("slot bound must not decrease: slot=5, stored=1000, bound=999; ");
    assertThat(store.slots(List.of(3, 9)))
        .containsExactly(SlotRecord.unused(3), hold(9, TWO).after());
  }

  @Test
  void allSlotsOfARestoredBackupAreMended() throws SQLException {
    execute(URL, "delete from snowbraid_slot where slot in (4, 16383)");
    assertThat(run("slots", "repair", "0-16383", "--above", "9000", "--url", URL)).isZero();
    assertThat(store.slots())
        .hasSize(16_384)
        .allSatisfy(row -> assertThat(row.bound()).isEqualTo(9_000))
        .allSatisfy(row -> assertThat(row.owner()).isEqualTo(SlotRecord.UNOWNED));
  }

  @Test
  void boundOfAMendedRowDoesNotGoBack() {
    assertThat(run("slots", "repair", "5", "--above", "999", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("slot bound must not decrease: slot=5, stored=1000, bound=999; ")
        .doesNotContain("\tat ");
    assertThat(store.slots(List.of(5))).containsExactly(hold(5, ONE).after());
    assertThat(run("slots", "repair", "5", "--above", "1000", "--url", URL, "--json")).isZero();
    assertThat(json().get(0).get("bound").asLong()).isEqualTo(1_000);
  }

  @Test
  void wrongArgumentsAreRejected() {
    assertThat(run("slots", "repair", "16384", "--above", "1", "--url", URL)).isEqualTo(1);
    assertThat(err.toString()).startsWith("slot must be between 0 and 16383, but is 16384");
    assertThat(run("slots", "repair", "5-3", "--above", "1", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .contains("first slot must not be above the last slot: first=5, last=3");
    assertThat(run("slots", "repair", "-1", "--above", "1", "--url", URL)).isNotZero();
    assertThat(run("slots", "repair", "foo", "--above", "1", "--url", URL)).isEqualTo(1);
    assertThat(run("slots", "repair", "1", "--url", URL)).isEqualTo(2);
    assertThat(run("slots", "repair", "1", "--above", "-5", "--url", URL)).isEqualTo(1);
    assertThat(run("slots", "show", "--url", URL)).isEqualTo(2);
    assertThat(store.slots(List.of(1))).containsExactly(hold(1, ONE).after());
  }

  @Test
  void helpSaysWhatMendingMeans() {
    assertThat(run("slots")).isZero();
    assertThat(out.toString()).contains("list", "show", "repair");
    assertThat(run("slots", "repair", "--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("leads to duplicates", "only leaves a gap");
  }

  @Test
  @Tag("slow") // a missing table is waited for, because migrations may be running
  void missingTableIsNamedAndNotCreated() throws SQLException {
    execute(URL, "drop table snowbraid_slot");
    assertThat(run("slots", "list", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("keyed table does not exist (table=snowbraid_slot")
        .contains("create table if not exists snowbraid_slot (");
  }
}
