package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests Tinyid with several databases, and the change of their number. */
class TinyidMastersTest {

  private static int databases;

  private final List<DataSource> masters = new ArrayList<>();
  private final Set<Long> issued = new HashSet<>();

  @BeforeEach
  void createTables() throws SQLException {
    for (int i = 0; i < 3; i++) {
      JdbcDataSource database = new JdbcDataSource();
      database.setURL("jdbc:h2:mem:masters" + databases++ + ";MODE=MySQL;DB_CLOSE_DELAY=-1");
      masters.add(database);
      execute(
          database,
          "create table tiny_id_info (id bigint auto_increment primary key, biz_type varchar(63)"
              + " not null unique, begin_id bigint not null, max_id bigint not null, step int,"
              + " delta int not null, remainder int not null, create_time timestamp not null,"
              + " update_time timestamp not null, version bigint not null)");
    }
  }

  private static void execute(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void insert(int master, String tag, long max, int delta) throws SQLException {
    execute(
        masters.get(master),
        String.format(
            "insert into tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder,"
                + " create_time, update_time, version) values ('%s', 1, %d, 50, %d, %d, now(),"
                + " now(), 1)",
            tag, max, delta, master));
  }

  private List<String> rows(int master) throws SQLException {
    try (Connection connection = masters.get(master).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select biz_type, max_id, step, delta, remainder from tiny_id_info order by"
                    + " biz_type")) {
      List<String> rows = new ArrayList<>();
      while (row.next()) {
        rows.add(
            row.getString(1)
                + " "
                + row.getLong(2)
                + " "
                + row.getInt(3)
                + " "
                + row.getInt(4)
                + " "
                + row.getInt(5));
      }
      return rows;
    }
  }

  /** Draws from each master, and checks that no number was issued before. */
  private void issue(int count) {
    for (int i = 0; i < count; i++) {
      Segment segment = JdbcSegmentSource.tinyid(masters.get(i), count, i).draw("orders", 20);
      for (long index = 0; index < segment.count(); index++) {
        assertThat(issued.add(segment.number(index))).isTrue();
      }
    }
  }

  @Test
  void mastersAreAddedAndRemovedWithoutDuplicates() throws SQLException {
    insert(0, "orders", 1, 1);
    insert(0, "users", 7, 1);
    issue(1);
    assertThat(TinyidMasters.resize(masters.subList(0, 1), masters))
        .containsExactly("orders", "users");
    assertThat(rows(2)).containsExactly("orders 51 50 3 2", "users 7 50 3 2");
    issue(3);
    issue(3);
    JdbcSegmentSource.tinyid(masters.get(1), 3, 1).draw("orders", 1_000);
    assertThat(TinyidMasters.resize(masters, masters.subList(0, 2))).hasSize(2);
    issue(2);
    assertThat(TinyidMasters.resize(masters.subList(0, 2), masters.subList(0, 1))).hasSize(2);
    issue(1);
    assertThat(issued).hasSizeGreaterThan(200);
  }

  @Test
  void checkerRejectsRemaindersThatChangeWithoutTheCounters() throws SQLException {
    insert(0, "orders", 1, 2);
    insert(1, "orders", 1, 2);
    issue(2);
    issue(2);
    execute(masters.get(0), "update tiny_id_info set delta = 1");
    execute(masters.get(0), "update tiny_id_info set max_id = 1");
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> issue(1));
  }

  @Test
  void nothingIsChangedIfADatabaseCannotBeReached() throws SQLException {
    insert(0, "orders", 1, 1);
    DataSource away =
        FakeJdbc.dataSource(
            () -> {
              throw new SQLException("connection refused", "08001");
            });
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(
            () -> TinyidMasters.resize(masters.subList(0, 1), List.of(masters.get(0), away)))
        .withMessageContaining("connection refused");
    assertThat(rows(0)).containsExactly("orders 1 50 1 0");
  }

  @Test
  void wrongListIsRejected() throws SQLException {
    insert(0, "orders", 1, 2);
    insert(1, "orders", 1, 2);
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> TinyidMasters.resize(List.of(masters.get(1), masters.get(0)), masters))
        .withMessageStartingWith(
            "row of a tag must have the delta and remainder of its master (tag=orders, delta=2,"
                + " remainder=1, masters before=2, table=tiny_id_info, its place before=0, after=1,"
                + " database=jdbc:h2:")
        .withMessageEndingWith(
            "), and nothing was changed; correct the list of masters or the row");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TinyidMasters.resize(List.of(), masters))
        .withMessage("before must not be empty");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                TinyidMasters.resize(
                    masters.subList(0, 1), List.of(masters.get(0), masters.get(0))))
        .withMessage("masters must be different, but after has the same master at 0 and 1");
    assertThat(rows(0)).containsExactly("orders 1 50 2 0");
  }

  @Test
  void drawMeanwhileIsNoticed() throws SQLException {
    insert(0, "orders", 1, 2);
    insert(1, "orders", 900, 2);
    FaultyDataSource faulty = new FaultyDataSource(masters.get(0));
    boolean[] done = {false};
    faulty.rewriteStatements(
        sql -> {
          if (sql.startsWith("update") && !done[0]) {
            done[0] = true;
            JdbcSegmentSource.tinyid(masters.get(0), 2, 0).draw("orders", 1);
          }
          return sql;
        });
    List<DataSource> before = List.of(faulty.dataSource(), masters.get(1));
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> TinyidMasters.resize(before, before.subList(0, 1)))
        .withMessageStartingWith(
            "draws must be stopped while the number of masters changes (tag=orders, table=");
    assertThat(TinyidMasters.resize(before, before.subList(0, 1))).containsExactly("orders");
    assertThat(rows(0)).containsExactly("orders 900 50 1 0");
  }

  @Test
  void sourceOfAllGoesOverToAnother() throws SQLException {
    insert(0, "orders", 1, 2);
    insert(1, "orders", 1, 2);
    FaultyDataSource first = new FaultyDataSource(masters.get(0));
    SegmentSource source = TinyidMasters.source(List.of(first.dataSource(), masters.get(1)));
    assertThat(source.draw("orders", 5).first()).isEqualTo(2);
    first.setBroken(true);
    Segment other = source.draw("orders", 5);
    assertThat(other.first()).isEqualTo(51);
    assertThat(other.step()).isEqualTo(2);
    assertThat(TinyidMasters.source(masters.subList(0, 1)).isOrdered()).isTrue();
  }
}
