package io.snowbraid.cli;

import io.snowbraid.job.PastIds;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Fills the table of old keys and new ids, in the order of the rows' times. */
final class KeyMapping {

  /** How many rows a statement inserts. */
  private static final int ROWS = 1_000;

  /** How many rows are committed together. A crash loses at most this many ids. */
  private static final int ROWS_PER_COMMIT = 10 * ROWS;

  private final MigratedTable table;
  private final ZoneId zone;
  private final Supplier<PastIds> opening;
  private @Nullable PastIds ids;

  private final List<Long> keys = new ArrayList<>();
  private final List<Instant> times = new ArrayList<>();

  /**
   * Prepares a run.
   *
   * @param opening opens the past ids when the first row needs one, because each opening uses up a
   *     lane
   */
  KeyMapping(MigratedTable table, ZoneId zone, Supplier<PastIds> opening) {
    this.table = table;
    this.zone = zone;
    this.opening = opening;
  }

  /**
   * Generates an id for each row without a new id.
   *
   * @param progress receives the number of rows after each commit
   * @return the number of rows that got an id
   */
  long fill(DataSource database, LongConsumer progress) throws SQLException {
    try (Connection reading = database.getConnection();
        Connection writing = database.getConnection()) {
      reading.setAutoCommit(false); // otherwise PostgreSQL reads all rows at once
      writing.setAutoCommit(false);
      return copy(reading, writing, progress);
    }
  }

  /** Returns what issued the new ids; empty if no row needed one. */
  Optional<PastIds> ids() {
    return Optional.ofNullable(ids);
  }

  private long copy(Connection reading, Connection writing, LongConsumer progress)
      throws SQLException {
    long count = 0;
    try (PreparedStatement select = reading.prepareStatement(select())) {
      select.setFetchSize(ROWS);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          keys.add(rows.getLong(1));
          times.add(time(rows));
          count++;
          if (keys.size() == ROWS) {
            write(writing);
          }
          if (count % ROWS_PER_COMMIT == 0) {
            writing.commit();
            progress.accept(count);
          }
        }
      }
    }
    write(writing);
    writing.commit();
    return count;
  }

  private void write(Connection writing) throws SQLException {
    if (keys.isEmpty()) {
      return;
    }
    if (ids == null) {
      ids = opening.get();
    }
    long[] fresh = ids.idsAt(times);
    try (PreparedStatement insert = writing.prepareStatement(insert(fresh.length))) {
      for (int i = 0; i < fresh.length; i++) {
        insert.setLong(2 * i + 1, keys.get(i));
        insert.setLong(2 * i + 2, fresh[i]);
      }
      insert.executeUpdate();
    }
    keys.clear();
    times.clear();
  }

  private Instant time(ResultSet row) throws SQLException {
    return switch (table.timeType()) {
      case WITH_ZONE -> row.getObject(2, OffsetDateTime.class).toInstant();
      case WITHOUT_ZONE -> row.getObject(2, LocalDateTime.class).atZone(zone).toInstant();
      case DATE -> row.getObject(2, LocalDate.class).atStartOfDay(zone).toInstant();
      case MILLIS, UNIX_TIME -> Instant.ofEpochMilli(row.getLong(2));
    };
  }

  /** Selects the rows that have no new id and whose key is not already a new id. */
  private String select() {
    String key = "t." + table.key().name();
    String created = "t." + table.time();
    return "select "
        + key
        + ", "
        + selected(created)
        + " from "
        + table.name()
        + " t left join "
        + table.mapping()
        + " m on m.old_id = "
        + key
        + table.where(key)
        + "m.old_id is null and not exists (select 1 from "
        + table.mapping()
        + " n where n.new_id = "
        + key
        + ") order by "
        + created
        + ", "
        + key;
  }

  /** Reads the instant itself from MariaDB, because the session's zone may repeat an hour. */
  private String selected(String created) {
    return table.timeType() == MigratedTable.TimeType.UNIX_TIME
        ? "truncate(unix_timestamp(" + created + ") * 1000, 0)"
        : created;
  }

  private String insert(int rows) {
    return "insert into "
        + table.mapping()
        + " (old_id, new_id) values "
        + String.join(", ", Collections.nCopies(rows, "(?, ?)"));
  }
}
