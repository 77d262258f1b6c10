package io.snowbraid.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.FaultyDataSource.Fault;
import io.snowbraid.testkit.WorkerSourceContract;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.RecordedWorkers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Provides a worker table for each test, in one database of each kind. */
public abstract class JdbcSourceFixture extends WorkerSourceContract {

  private static final AtomicInteger TABLES = new AtomicInteger();

  protected final String table = "workers_" + TABLES.incrementAndGet();
  protected HikariDataSource pool;
  protected FaultyDataSource faulty;

  /** Makes clones of leases share their stamps: a broken source. */
  protected boolean sharesStamps;

  /** Returns a database that exists as long as the test class. */
  protected abstract DataSource database();

  @BeforeEach
  protected final void open() {
    pool = pool(10, null);
    faulty = new FaultyDataSource(pool);
    source().createTableIfMissing();
  }

  @AfterEach
  protected final void close() {
    pool.close();
  }

  protected final HikariDataSource pool(int size, String isolation) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database());
    config.setMaximumPoolSize(size);
    config.setTransactionIsolation(isolation);
    return new HikariDataSource(config);
  }

  @Override
  protected final WorkerLease copyOf(WorkerLease lease) {
    return sharesStamps ? lease : RecordedWorkers.copy(lease);
  }

  @Override
  protected final JdbcWorkerSource source() {
    return JdbcWorkerSource.of(faulty.dataSource()).withTable(table);
  }

  @Override
  protected final WorkerSource otherNamespace() {
    return source().withNamespace("other");
  }

  @Override
  protected final void expire(int worker) throws SQLException {
    execute("update " + table + " set expires_at = 1 where worker = " + worker);
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

  @Override
  protected final boolean setHidden(boolean hidden) throws SQLException {
    String from = hidden ? table : table + "_hidden";
    String to = hidden ? table + "_hidden" : table;
    execute("alter table " + from + " rename to " + to);
    return true;
  }

  protected final void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  protected final WorkerLease acquire() {
    return source().acquire(request(8, "host"));
  }

  protected static long[] ticks(long tick) {
    return new long[] {tick, tick, tick, tick};
  }
}
