package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import com.xfvape.uid.impl.DefaultUidGenerator;
import io.hypersistence.tsid.TSID;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.layout.IdText;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.SegmentIds;
import io.snowbraid.segment.SegmentSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import me.ahoo.cosid.segment.DefaultSegmentId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Does what docs/coming-from.md says in one table: rows with ids of another library, rows with new
 * ids, and rows of the other library again.
 */
class MovingOverTest {

  private static final int ROWS = 500;
  private static final InstantSource LATER = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(2));
  private static final InstantSource EARLIER =
      Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-2));

  private OldTable table;

  @BeforeEach
  void create() throws Exception {
    table = OldTable.create("MySQL");
  }

  @AfterEach
  void drop() {
    table.close();
  }

  @ParameterizedTest
  @OldIds
  void newIdsAreLargerAfterAStop(String row, BenchmarkedGenerator entrant) throws Exception {
    try (IdSupplier peer = entrant.open();
        Snowflake ids = table.generator(AdvisedLayouts.of(row), LATER)) {
      List<Long> old = table.insert(ROWS, peer);
      assertThat(table.insert(ROWS, ids::nextId)).allMatch(id -> id > max(old));
      assertThat(table.count()).isEqualTo(2 * ROWS);
    }
  }

  @ParameterizedTest
  @OldIds
  void otherLayoutIssuesSmallerIds(String row, BenchmarkedGenerator entrant) throws Exception {
    try (IdSupplier peer = entrant.open();
        Snowflake ids = table.generator(Layout.DEFAULT, LATER)) {
      table.insert(ROWS, peer);
      assertThat(ids.nextId()).isLessThan(table.largest());
    }
  }

  @ParameterizedTest
  @OldIds
  void bothRunSideBySideIfTheEpochIsOneDayEarlier(String row, BenchmarkedGenerator entrant)
      throws Exception {
    Layout layout = AdvisedLayouts.oneDayEarlier(row);
    try (IdSupplier peer = entrant.open();
        Snowflake ids = table.generator(layout, InstantSource.system())) {
      for (int i = 0; i < 10; i++) {
        long firstNew = table.insert(1, ids::nextId).get(0);
        assertThat(table.insert(ROWS / 10, peer)).allMatch(id -> id < firstNew);
        assertThat(layout.decode(firstNew).time())
            .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
      }
    }
  }

  @ParameterizedTest
  @OldIds
  void oldLibraryGoesOnAboveNewIds(String row, BenchmarkedGenerator entrant) throws Exception {
    try (IdSupplier peer = entrant.open();
        Snowflake ids = table.generator(AdvisedLayouts.of(row), EARLIER)) {
      List<Long> present = table.insert(ROWS, ids::nextId);
      assertThat(table.insert(ROWS, peer)).allMatch(id -> id > max(present));
    }
  }

  @Test
  void textsOfTsidsStay() {
    TSID old = TSID.Factory.getTsid();
    assertThat(IdText.format(old.toLong())).isEqualTo(old.toString());
    assertThat(IdText.parse(old.toString())).isEqualTo(old.toLong());
    assertThat(IdText.parse(old.toLowerCase())).isEqualTo(old.toLong());
  }

  @Test
  void mybatisPlusTakesNewIdsWithoutSpring() {
    try (Snowflake ids = table.generator(Layout.DEFAULT, InstantSource.system())) {
      IdWorker.setIdentifierGenerator(entity -> ids.nextId());
      long first = ids.nextId();
      assertThat(IdWorker.getId()).isGreaterThan(first).isLessThan(ids.nextId());
    } finally {
      IdWorker.setIdentifierGenerator(DefaultIdentifierGenerator.getInstance());
    }
  }

  @Test
  void newIdsStayBelowThoseOfUidGenerator() throws Exception {
    DefaultUidGenerator uids = new DefaultUidGenerator();
    uids.setEpochStr("2020-01-01");
    uids.setWorkerIdAssigner(() -> 1);
    uids.afterPropertiesSet();
    table.insert(ROWS, uids::getUID);
    long oldest = table.smallest();
    assertThat(Layout.DEFAULT.decode(oldest).time())
        .isAfter(Instant.now().plus(20 * 365, ChronoUnit.DAYS));
    try (Snowflake ids = table.generator(Layout.DEFAULT, InstantSource.system())) {
      assertThat(table.insert(ROWS, ids::nextId)).allMatch(id -> id < oldest);
    }
    assertThat(table.insert(ROWS, uids::getUID)).allMatch(id -> id > oldest);
  }

  /** Stores rows with new ids between those whose ids the database assigns; returns the last. */
  private static long assignedAfterNewIds(OldTable orders) throws Exception {
    assertThat(orders.insertWithoutIds(ROWS)).isEqualTo(ROWS);
    try (Snowflake ids = orders.generator(Layout.DEFAULT, InstantSource.system())) {
      assertThat(orders.insert(ROWS, ids::nextId)).allMatch(id -> id > 1L << 57);
    }
    return orders.insertWithoutIds(1);
  }

  @Test
  void identityGoesOnBesideNewIds() throws Exception {
    try (OldTable orders = OldTable.create("PostgreSQL")) {
      assertThat(assignedAfterNewIds(orders)).isEqualTo(ROWS + 1);
    }
  }

  @Test
  void identityOfMysqlGoesOnAfterTheLargestId() throws Exception {
    assertThat(assignedAfterNewIds(table)).isGreaterThan(1L << 57);
  }

  @Test
  void numbersOfCosIdGoOnAndBack() throws Exception {
    CosIdTable cosId = CosIdTable.create(table);
    table.insert(ROWS, new DefaultSegmentId(cosId)::generate);
    SegmentSource source = JdbcSegmentSource.of(table.database());
    assertThat(source.create("orders", cosId.lastMaxId() + 1)).isTrue();
    try (SegmentIds ids = SegmentIds.builder().source(source).tag("orders").build()) {
      table.insert(ROWS, ids::nextId);
    }
    cosId.setLastMaxId(source.peek("orders").orElseThrow() - 1);
    table.insert(ROWS, new DefaultSegmentId(cosId)::generate);
    assertThat(table.largest()).isEqualTo(3 * ROWS);
  }

  @Test
  void camelliaAndOneSourceDrawFromItsTable() throws Exception {
    IdSupplier camellia = CamelliaTable.create(table).numbers();
    SegmentSource source = JdbcSegmentSource.camellia(table.database(), Region.NONE);
    try (SegmentIds ids = SegmentIds.builder().source(source).tag("orders").build()) {
      for (int i = 0; i < 10; i++) {
        table.insert(ROWS / 10, camellia);
        table.insert(ROWS / 10, ids::nextId);
      }
    }
    table.insert(ROWS, camellia);
    assertThat(table.count()).isEqualTo(3 * ROWS);
  }

  private static long max(List<Long> ids) {
    return ids.stream().mapToLong(Long::longValue).max().orElseThrow();
  }
}
