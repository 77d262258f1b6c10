package io.snowbraid.jdbc.dialect.hsqldb;

import io.snowbraid.internal.Durations;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for open transactions before DDL. Under MVCC, a DDL statement in HSQLDB waits until all
 * open transactions have ended, and later statements of all sessions queue after it. Nothing can
 * end it: neither its timeout nor cancel, abort or an interrupt. So it must not begin while
 * transactions are open.
 */
final class HsqldbSessions {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Administrators see all sessions, other users only their own. */
  private static final String OPEN =
      "select session_id from information_schema.system_sessions where transaction"
          + " and session_id <> session_id() and transaction_control() = 'MVCC'";

  private HsqldbSessions() {}

  /** Waits until every transaction that is open now has ended; new ones may have begun by then. */
  static void awaitEndOfTransactions(Connection connection) throws SQLException {
    long start = System.nanoTime();
    Set<Long> open = open(connection);
    while (!open.isEmpty()) {
      if (System.nanoTime() - start > TIMEOUT.toNanos()) {
        throw new SQLTimeoutException(
            "nothing can be created while other sessions have open transactions, because HSQLDB"
                + " would block everybody: sessions="
                + open
                + ", waited="
                + Durations.text(TIMEOUT)
                + "; end these transactions and try again",
            "HYT00");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      boolean unused = open.retainAll(open(connection));
    }
  }

  private static Set<Long> open(Connection connection) throws SQLException {
    Set<Long> sessions = new TreeSet<>();
    try (PreparedStatement select = connection.prepareStatement(OPEN);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        sessions.add(rows.getLong(1));
      }
    }
    return sessions;
  }
}
