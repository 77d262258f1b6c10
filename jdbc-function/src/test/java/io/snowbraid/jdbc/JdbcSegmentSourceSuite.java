package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.FaultyDataSource.Fault;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.segment.UnknownTagException;
import io.snowbraid.testkit.SegmentSourceContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the source with its own table, on each database. */
public abstract class JdbcSegmentSourceSuite extends SegmentSourceContract {

  private static final AtomicInteger TABLES = new AtomicInteger();

  private final String table = "segments_" + TABLES.incrementAndGet();
  private HikariDataSource pool;
  private FaultyDataSource faulty;
  private JdbcSegmentSource source;

  /** Returns a database that exists as long as the test class. */
  protected abstract DataSource database();

  @BeforeEach
  final void open() {
    pool = pool(10, null);
    faulty = new FaultyDataSource(pool);
    source = JdbcSegmentSource.of(faulty.dataSource()).withTable(table);
  }

  @AfterEach
  final void close() {
    pool.close();
  }

  private HikariDataSource pool(int size, String isolation) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database());
    config.setMaximumPoolSize(size);
    config.setTransactionIsolation(isolation);
    return new HikariDataSource(config);
  }

  @Override
  protected final SegmentSource source() {
    return source;
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

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void checkerRejectsGivingBackByTheEndAlone() {
    faulty.rewriteStatements(sql -> sql.replace("and version = ?", "and version >= ? - 1000"));
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(this::restThatComesTwiceIsRejected)
        .withMessageContaining("duplicate");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRANSACTION_READ_COMMITTED",
        "TRANSACTION_REPEATABLE_READ",
        "TRANSACTION_SERIALIZABLE"
      })
  void crowdDrawsDifferentNumbersUnderAnyIsolation(String isolation) throws Exception {
    try (HikariDataSource isolated = pool(8, isolation)) {
      source = JdbcSegmentSource.of(isolated).withTable(table);
      threadsDrawDifferentNumbers();
    }
  }

  @Test
  void twoSourcesShareTheTable() {
    JdbcSegmentSource other = JdbcSegmentSource.of(pool).withTable(table);
    List<Segment> drawn = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      drawn.add(source.draw("orders", 3));
      drawn.add(other.draw("orders", 4));
    }
    requireDistinct(20, drawn);
    assertThat(source.peek("orders")).hasValue(71);
  }

  @Test
  void unknownTagIsAnErrorIfTagsAreNotCreated() {
    JdbcSegmentSource strict = source.withTagCreation(false);
    assertThatExceptionOfType(UnknownTagException.class)
        .isThrownBy(() -> strict.draw("orders", 1))
        .withMessageStartingWith("tag orders does not exist in JdbcSegmentSource[table=")
        .withMessageEndingWith("; create it, or correct its name");
    assertThat(strict.tags()).isEmpty();
    assertThat(strict.create("orders", 5)).isTrue();
    assertThat(strict.draw("orders", 1).first()).isEqualTo(5);
  }

  @Test
  void boundThatIsNoNumberIsRejectedAndKept() throws SQLException {
    source.create("orders", 5);
    execute("update " + table + " set next_value = -3 where name = 'orders'");
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source.draw("orders", 1))
        .withMessageStartingWith("bound of tag orders must be between 0 and 2^63 - 1, but is -3");
    assertThat(source.peek("orders")).hasValue(-3);
    assertThat(source.advance("orders", 9)).isTrue();
    assertThat(source.draw("orders", 1).first()).isEqualTo(9);
  }

  @Test
  void tableIsCreatedOnceThoughManyTry() {
    List<CompletableFuture<Segment>> draws =
        IntStream.range(0, 4)
            .mapToObj(i -> JdbcSegmentSource.of(pool).withTable(table + "_fresh"))
            .map(fresh -> CompletableFuture.supplyAsync(() -> fresh.draw("orders", 5)))
            .toList();
    requireDistinct(4, draws.stream().map(CompletableFuture::join).toList());
  }

  @Test
  void tableIsNotCreatedAgain() throws SQLException {
    source.draw("orders", 5);
    execute("drop table " + table);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> source.draw("orders", 5))
        .withMessageStartingWith("segment table does not exist (table=" + table + ", ")
        .withMessageMatching("(?s).*create table (if not exists )?" + table + " \\(.*")
        .withCauseInstanceOf(SQLException.class);
  }

  @Test
  void connectionIsGivenBackAsItWas() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database());
    config.setMaximumPoolSize(1);
    config.setAutoCommit(false);
    try (HikariDataSource one = new HikariDataSource(config)) {
      JdbcSegmentSource single = JdbcSegmentSource.of(one).withTable(table);
      assertThat(single.draw("orders", 3).first()).isEqualTo(1);
      try (Connection connection = one.getConnection()) {
        assertThat(connection.getAutoCommit()).isFalse();
        connection.rollback();
      }
      assertThat(single.draw("orders", 3).first()).isEqualTo(4);
    }
  }

  /** Checks the failure of a database that takes no writes after a statement. */
  protected final void requireReadOnlyIsNamed(String sql) {
    source.draw("orders", 5);
    DataSource readOnly =
        FakeJdbc.dataSource(
            () -> {
              Connection connection = database().getConnection();
              try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
              }
              return connection;
            });
    JdbcSegmentSource standby = JdbcSegmentSource.of(readOnly).withTable(table);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> standby.draw("orders", 5))
        .withMessageStartingWith("segment database is read-only (table=" + table);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> standby.create("users", 5))
        .withMessageStartingWith("segment database is read-only (table=" + table);
    assertThat(standby.peek("orders")).hasValue(6);
  }

  @Test
  void failureNamesTheTableAndTheDatabase() {
    source.draw("orders", 5);
    faulty.setBroken(true);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> source.draw("orders", 5))
        .withMessageStartingWith(
            "data source gave no connection: connection refused (08001), table="
                + table
                + ", database=jdbc:");
    faulty.setBroken(false);
    faulty.setNext(Fault.REPLY_LOST);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> source.draw("orders", 5))
        .withMessageStartingWith(
            "segment database failed: connection reset (08006), table=" + table);
  }
}
