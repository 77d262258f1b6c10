package io.snowbraid.cli;

import io.snowbraid.layout.Layout;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker reserved for PostgreSQL functions that no longer exist, because their schema was dropped
 * without uninstalling them.
 *
 * <p>The worker's row names the table in which its functions store their position. If this database
 * no longer has that table, no function generates ids with the worker.
 *
 * @param worker the worker
 * @param owner the owner in the worker's row
 * @param holder the holder in the worker's row
 * @param isHere whether the functions were in this database, not in one that is gone
 */
record DroppedFunctions(int worker, String owner, String holder, boolean isHere) {

  private static final String FIND =
      """
      SELECT worker, owner, holder, database = (SELECT oid FROM pg_database WHERE datname = current_database())
        FROM (SELECT worker, owner, holder, expires_at, split_part(holder, '-', 1) AS system,
            ('x' || lpad(split_part(holder, '-', 2), 16, '0'))::bit(64)::bigint::oid AS database,
            ('x' || lpad(split_part(holder, '-', 3), 16, '0'))::bit(64)::bigint::oid AS relation
          FROM %s WHERE namespace = ? AND holder ~ '^[0-9a-f]{1,16}-[0-9a-f]{1,8}-[0-9a-f]{1,8}$' OFFSET 0) held
       WHERE expires_at = 9223372036854775807
         AND system = (SELECT to_hex(system_identifier) FROM pg_control_system())
         AND CASE WHEN database = (SELECT oid FROM pg_database WHERE datname = current_database())
           THEN relation NOT IN (SELECT oid FROM pg_class)
           ELSE database NOT IN (SELECT oid FROM pg_database) END
       ORDER BY worker
      """;

  /**
   * How far past the clock the next generator starts: functions lead the clock by a second, and
   * their lanes rest for ten seconds after a crash.
   */
  private static final long MARGIN_MILLIS = 12_000;

  private static final String RELEASE =
      """
      UPDATE %s SET owner = '', holder = '', fence = fence + 1, expires_at = 0,
          seen_at = floor(date_part('epoch', clock_timestamp()) * 1000),
          last_ticks = (SELECT string_agg(greatest(tick::bigint, floor(date_part('epoch', clock_timestamp()) * 1000)::bigint + ?)::text, ' ' ORDER BY n)
            FROM unnest(string_to_array(last_ticks, ' ')) WITH ORDINALITY t(tick, n))
       WHERE namespace = ? AND worker = ? AND holder = ? AND expires_at = 9223372036854775807
      """;

  /** Finds the workers of dropped functions; none if the database is not PostgreSQL. */
  static List<DroppedFunctions> find(WorkerStore.Table store, DatabaseOptions options)
      throws SQLException {
    List<DroppedFunctions> dropped = new ArrayList<>();
    Database database = new Database(store.pool());
    if (store.source().hasTable() && database.product().equals("PostgreSQL")) {
      database.query(
          FIND.formatted(options.table()),
          row ->
              dropped.add(
                  new DroppedFunctions(
                      row.getInt(1), row.getString(2), row.getString(3), row.getBoolean(4))),
          options.namespace());
    }
    return dropped;
  }

  /** Returns the finding with its remedy. */
  String finding() {
    return "worker "
        + worker
        + " is still reserved for "
        + owner
        + ", which "
        + (isHere
            ? "were dropped; release the worker with release --dropped-functions"
            : "were in a dropped database of this server; leave it reserved, because a copy of that"
                + " database may exist");
  }

  /**
   * Releases the worker if its functions were in this database. The next generator starts slightly
   * after the clock, because the functions' position was dropped with them.
   *
   * @return whether the worker is released now
   */
  boolean release(WorkerStore.Table store, DatabaseOptions options) throws SQLException {
    return isHere
        && new Database(store.pool())
                .update(
                    RELEASE.formatted(options.table()),
                    MARGIN_MILLIS - Layout.DEFAULT.epoch().toEpochMilli(),
                    options.namespace(),
                    worker,
                    holder)
            == 1;
  }
}
