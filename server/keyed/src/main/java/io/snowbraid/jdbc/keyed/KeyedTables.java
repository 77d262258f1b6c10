package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.DatabaseCalls;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.StoreFailures.Kind;
import io.snowbraid.jdbc.connection.StoreFailures.MissingTable;
import io.snowbraid.keyed.KeyedStoreException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The two tables, for one namespace, over one connection. */
final class KeyedTables implements DatabaseCalls.Tables {

  /** Explains failures of databases that store numbers per key. */
  static final StoreFailures FAILURES =
      new StoreFailures("keyed", "keep numbers per key", "", () -> "", KeyedTables::failure);

  /** How many times to try creating the slots while another session creates them. */
  private static final int CREATIONS = 20;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final BorrowedConnection borrowed;
  private final Names names;

  /**
   * The names of the tables and the namespace.
   *
   * @param slots the slot table
   * @param servers the server table
   * @param namespace the namespace
   */
  record Names(String slots, String servers, String namespace) {
    @Override
    public String toString() {
      return "tables=" + slots + " and " + servers + ", namespace=" + namespace;
    }
  }

  /** Thrown if the slot or server table is not visible to the connection. */
  private static final class MissingKeyedTableException extends KeyedStoreException
      implements MissingTable {

    private static final long serialVersionUID = 1L;

    MissingKeyedTableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  KeyedTables(BorrowedConnection borrowed, Names names) {
    this.borrowed = borrowed;
    this.names = names;
  }

  SlotTable slots() throws SQLException {
    return new SlotTable(borrowed, names.slots(), names.namespace());
  }

  ServerTable servers() throws SQLException {
    return new ServerTable(borrowed, names.servers(), names.namespace());
  }

  @Override
  public void createIfMissing() throws SQLException {
    slots().createIfMissing();
    servers().createIfMissing();
  }

  /**
   * Creates all slot records; returns false if there are any. Reads the servers first: each of them
   * has seen the slots, so if there are servers but no slots, the slots were deleted.
   */
  boolean createSlots() throws SQLException {
    SlotTable slots = slots();
    for (int attempt = 0; attempt < CREATIONS; attempt++) {
      int servers = servers().servers().size();
      if (!slots.isEmpty()) {
        return false;
      }
      requireNoServers(servers);
      if (slots.insertAll()) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw FAILURES.failed(
        "slot rows could not be created in "
            + CREATIONS
            + " attempts, because other sessions were creating them too: "
            + names
            + "; try again",
        null);
  }

  private void requireNoServers(int servers) {
    if (servers > 0) {
      throw FAILURES.failed(
          "slot rows must not be deleted: slots=0, servers="
              + servers
              + ", "
              + names
              + "; restore the rows and repair each slot above all numbers in use, or, if no number"
              + " per key was ever issued here, delete the server rows too",
          null);
    }
  }

  private static RuntimeException failure(Kind kind, String message, @Nullable Throwable cause) {
    if (cause == null) {
      return new KeyedStoreException(message);
    }
    return kind == Kind.MISSING_TABLE
        ? new MissingKeyedTableException(message, cause)
        : new KeyedStoreException(message, cause);
  }
}
