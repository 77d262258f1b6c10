package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.segment.UnknownTagException;
import io.snowbraid.testkit.SegmentSourceContract;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests the source on tables of Leaf, Tinyid and Camellia, beside their servers. */
public abstract class PeerTablesSuite extends PeerTablesFixture {

  @Test
  void missingTableIsNotCreated() {
    JdbcSegmentSource leaf = JdbcSegmentSource.leaf(database()).withTable("nowhere");
    assertThatIllegalArgumentException().isThrownBy(() -> leaf.withTableCreation(true));
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(leaf::tags)
        .withMessageStartingWith("segment table does not exist (table=nowhere, ")
        .withMessageEndingWith("; correct its name, or connect to the database that has it");
  }

  @Nested
  class Leaf extends SegmentSourceContract {

    private String table;
    private JdbcSegmentSource source;

    @BeforeEach
    void create() throws SQLException {
      table = leafTable();
      source = JdbcSegmentSource.leaf(pool).withTable(table).withTagCreation(true);
    }

    @Override
    protected SegmentSource source() {
      return source;
    }

    @Override
    protected boolean takesBack() {
      return false;
    }

    @Test
    void numbersAreThoseOfTheServer() throws Exception {
      execute("insert into " + table + " (biz_tag, max_id, step) values ('orders', 1, 10)");
      requireDistinct(200, drawTogether(PeerTablesFixture::drawAsLeaf, table, source));
      assertThat(source.peek("orders")).hasValue(1 + 200 * 10);
      assertThat(source.draw("orders", 25)).isEqualTo(Segment.of(2001, 25, Segment.NO_VERSION));
    }

    /** Draws over a data source where another draw comes between reading and writing. */
    private void drawWithAnotherInBetween(UnaryOperator<String> change) {
      source.create("orders", 1);
      FaultyDataSource faulty = new FaultyDataSource(pool);
      List<Segment> drawn = new ArrayList<>();
      faulty.rewriteStatements(
          sql -> {
            if (sql.startsWith("update ") && drawn.isEmpty()) {
              drawn.add(source.draw("orders", 1));
            }
            return change.apply(sql);
          });
      drawn.add(JdbcSegmentSource.leaf(faulty.dataSource()).withTable(table).draw("orders", 1));
      requireDistinct(2, drawn);
    }

    @Test
    void drawBetweenReadingAndWritingIsNoticed() {
      drawWithAnotherInBetween(UnaryOperator.identity());
    }

    @Test
    void checkerRejectsWritesWithoutTheCondition() {
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(
              () ->
                  drawWithAnotherInBetween(sql -> sql.replace("and max_id = ?", "and max_id >= ?")))
          .withMessageContaining("duplicate");
    }

    @Test
    void unknownTagIsAnError() {
      JdbcSegmentSource usual = JdbcSegmentSource.leaf(pool).withTable(table);
      assertThatExceptionOfType(UnknownTagException.class)
          .isThrownBy(() -> usual.draw("orders", 1));
    }
  }

  @Nested
  class Tinyid extends SegmentSourceContract {

    private String table;
    private JdbcSegmentSource source;

    @BeforeEach
    void create() throws SQLException {
      table = tinyidTable();
      source = JdbcSegmentSource.tinyid(pool).withTable(table).withTagCreation(true);
    }

    @Override
    protected SegmentSource source() {
      return source;
    }

    private void insert(long max, int step, int delta, int remainder) throws SQLException {
      execute(
          String.format(
              "insert into %s (biz_type, begin_id, max_id, step, delta, remainder, version) values"
                  + " ('orders', 1, %d, %d, %d, %d, 3)",
              table, max, step, delta, remainder));
    }

    @Test
    void numbersAreThoseOfTheServer() throws Exception {
      insert(1, 10, 1, 0);
      requireDistinct(200, drawTogether(PeerTablesFixture::drawAsTinyid, table, source));
      assertThat(source.peek("orders")).hasValue(2 + 200 * 10);
      assertThat(source.draw("orders", 25)).isEqualTo(Segment.of(2002, 25, 204));
    }

    @Test
    void masterIssuesNumbersOfItsRemainder() throws SQLException {
      insert(100, 10, 3, 1);
      JdbcSegmentSource master = JdbcSegmentSource.tinyid(pool, 3, 1).withTable(table);
      Segment first = master.draw("orders", 1);
      assertThat(first).isEqualTo(new Segment(103, 3, 3, Region.NONE, 111, 4));
      assertThat(master.returnUnused("orders", first.after(1))).isTrue();
      assertThat(master.peek("orders")).hasValue(106);
      assertThat(master.draw("orders", 5)).isEqualTo(new Segment(106, 5, 3, Region.NONE, 121, 6));
      assertThat(master.draw("orders", 1).first()).isEqualTo(121);
    }

    /** As in the script of Tinyid itself, which has rows with the deltas 1 and 2. */
    @Test
    void rowSaysWhichNumbersAreIssued() throws SQLException {
      insert(100, 10, 2, 1);
      Segment first = source.draw("orders", 1);
      assertThat(first).isEqualTo(new Segment(101, 5, 2, Region.NONE, 111, 4));
      assertThat(source.draw("orders", 7)).isEqualTo(new Segment(111, 7, 2, Region.NONE, 125, 5));
      assertThat(source.draw("another", 3).step()).isEqualTo(1);
    }

    @Test
    void rowWithoutADeltaIsRejected() throws SQLException {
      insert(100, 10, 0, 0);
      assertThatExceptionOfType(SegmentRejectedException.class)
          .isThrownBy(() -> source.draw("orders", 1))
          .withMessage(
              "row of a tag must have a delta of at least 1 and no negative remainder (tag=orders,"
                  + " delta=0, remainder=0); correct the row");
    }

    @Test
    void rowOfAnotherMasterIsRejectedAndKept() throws SQLException {
      insert(100, 10, 3, 1);
      for (int[] wrong : new int[][] {{1, 0}, {2, 1}, {3, 2}}) {
        JdbcSegmentSource other =
            JdbcSegmentSource.tinyid(pool, wrong[0], wrong[1]).withTable(table);
        assertThatExceptionOfType(SegmentRejectedException.class)
            .isThrownBy(() -> other.draw("orders", 1))
            .withMessageStartingWith(
                "row of a tag must have the delta and remainder of its master (tag=orders, delta=3,"
                    + " remainder=1, configured masters=");
      }
      assertThat(source.peek("orders")).hasValue(101);
    }
  }

  @Nested
  class Camellia extends SegmentSourceContract {

    private String table;
    private JdbcSegmentSource source;

    @BeforeEach
    void create() throws SQLException {
      table = camelliaTable();
      source = JdbcSegmentSource.camellia(pool, Region.NONE).withTable(table);
    }

    @Override
    protected SegmentSource source() {
      return source;
    }

    @Override
    protected boolean takesBack() {
      return false;
    }

    @Test
    void numbersAreThoseOfTheServer() throws Exception {
      source.draw("orders", 10);
      requireDistinct(200, drawTogether(PeerTablesFixture::drawAsCamellia, table, source));
      assertThat(source.peek("orders")).hasValue(11 + 100 * 10 + 100 * 7);
    }

    @Test
    void regionIsPutIntoNumbersOnly() {
      Region region = new Region(4, 3, 10);
      SegmentSource there = JdbcSegmentSource.camellia(pool, region).withTable(table);
      Segment segment = there.draw("orders", 5);
      assertThat(segment).isEqualTo(new Segment(1, 5, 1, region, 6, Segment.NO_VERSION));
      assertThat(segment.number(0)).isEqualTo((3 << 10) + 1);
      assertThat(there.peek("orders")).hasValue(6);
      assertThat(there.advance("orders", region.maxCounter())).isTrue();
      assertThat(there.draw("orders", 1).last()).isEqualTo(region.maxCounter());
      assertThatExceptionOfType(SegmentRejectedException.class)
          .isThrownBy(() -> there.draw("orders", 1));
    }
  }
}
