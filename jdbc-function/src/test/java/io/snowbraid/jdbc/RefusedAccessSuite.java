package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a database does not let the application's user see or write: its own words say so. */
public abstract class RefusedAccessSuite {

  protected static final String TABLE = "refused_workers";
  private static final String SEGMENTS = "refused_segments";

  protected static final WorkerRequest REQUEST =
      new WorkerRequest("layout", 4, 2, 5, Duration.ofMinutes(1), "host");

  protected JdbcWorkerSource source;
  protected WorkerLease lease;

  /** Returns the database for its administrator. */
  protected abstract DataSource admin();

  /** Returns the database for the user of the application, whose name is clerk. */
  protected abstract DataSource clerk();

  /** Returns a statement that creates the user. */
  protected abstract String createUser();

  @BeforeEach
  final void lease() throws SQLException {
    JdbcWorkerSource.of(admin()).withTable(TABLE).createTableIfMissing();
    execute(createUser(), "grant select, insert, update on " + TABLE + " to clerk");
    source = JdbcWorkerSource.of(clerk()).withTable(TABLE);
    lease = source.acquire(REQUEST);
    assertThat(lease.extend(new long[] {1, 1})).isTrue();
  }

  @AfterEach
  final void drop() throws SQLException {
    for (String table : List.of(TABLE, SEGMENTS)) {
      execute("drop table if exists " + table);
    }
    execute("drop user clerk");
  }

  protected final void execute(String... statements) throws SQLException {
    try (Connection connection = admin().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Checks that the holder has stopped, and that nothing is begun anew meanwhile. */
  protected final void requireHidden(String message) {
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> lease.extend(new long[] {2, 2}))
        .withMessageStartingWith(message);
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> source.acquire(REQUEST));
  }

  protected final void requireSeen() {
    assertThat(lease.extend(new long[] {3, 3})).isTrue();
    assertThat(source.acquire(REQUEST).worker()).isNotEqualTo(lease.worker());
    assertThat(source.workers()).hasSize(2);
  }

  @Test
  void revokedPrivilegeHidesTheRecordUntilItIsGranted() throws SQLException {
    execute("revoke select, insert, update on " + TABLE + " from clerk");
    requireHidden("worker table must be readable and writable (table=" + TABLE + ", ");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source.workers())
        .withMessageContaining("): ")
        .withMessageEndingWith("; grant the user SELECT, INSERT and UPDATE on it");
    execute("grant select, insert, update on " + TABLE + " to clerk");
    requireSeen();
  }

  @Test
  void revokedRightToWriteHidesTheRecordUntilItIsGranted() throws SQLException {
    execute("revoke insert, update on " + TABLE + " from clerk");
    requireHidden("worker table must be readable and writable (table=" + TABLE + ", ");
    execute("grant insert, update on " + TABLE + " to clerk");
    requireSeen();
  }

  @Test
  void tableThatIsRenamedHidesTheRecordUntilItIsRenamedBack() throws SQLException {
    execute("alter table " + TABLE + " rename to renamed_workers");
    assertThatExceptionOfType(WorkerRecordHiddenException.class)
        .isThrownBy(() -> lease.extend(new long[] {2, 2}))
        .withMessageStartingWith("worker record cannot be seen, because its table is missing (");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source.acquire(REQUEST))
        .withMessageStartingWith("worker table does not exist (");
    execute("alter table renamed_workers rename to " + TABLE);
    requireSeen();
  }

  /** Another process was not faster, however often it is tried. */
  @Test
  void constraintIsNamedInTheWordsOfTheDatabase() throws SQLException {
    execute("alter table " + TABLE + " add constraint too_low check (fence > 1 or worker < 1)");
    assertRejected(() -> source.acquire(REQUEST));
    execute(
        "alter table " + TABLE + " drop constraint too_low",
        "alter table " + TABLE + " add constraint too_low check (fence < 3)");
    assertRejected(() -> lease.extend(new long[] {2, 2}));
    execute("alter table " + TABLE + " drop constraint too_low");
    requireSeen();
  }

  private static void assertRejected(Runnable write) {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(write::run)
        .withMessageStartingWith("worker table rejects writes (table=" + TABLE + ", ")
        .withMessageContaining("): ")
        .withMessageMatching(
            "(?is).*too_low.*; remove or correct the constraint or trigger that does")
        .withCauseInstanceOf(SQLException.class);
  }

  @Test
  void constraintOnSegmentsIsNamed() throws SQLException {
    JdbcSegmentSource segments = JdbcSegmentSource.of(admin()).withTable(SEGMENTS);
    assertThat(segments.draw("orders", 10).first()).isEqualTo(1);
    execute("alter table " + SEGMENTS + " add constraint too_high check (next_value < 20)");
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> segments.draw("orders", 10))
        .withMessageStartingWith("segment table rejects writes (table=" + SEGMENTS)
        .withMessageMatching("(?is).*too_high.*");
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> segments.create("bills", 30))
        .withMessageStartingWith("segment table rejects writes (table=" + SEGMENTS);
  }
}
