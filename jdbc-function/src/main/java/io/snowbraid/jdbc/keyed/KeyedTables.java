package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.DatabaseCalls;
import io.snowbraid.jdbc.connection.StoreFailures;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The tables of one namespace, over one connection. */
public final class KeyedTables implements DatabaseCalls.Tables {

  /** How often creating the slots is tried while another session creates them. */
  private static final int CREATIONS = 20;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final BorrowedConnection borrowed;
  private final Names names;

  /**
   * Where the rows are.
   *
   * @param slots the table of slots
   * @param servers the table of servers
   * @param namespace the namespace
   */
  public record Names(String slots, String servers, String namespace) {
    @Override
    public String toString() {
      return "tables=" + slots + " and " + servers + ", namespace=" + namespace;
    }
  }

  public KeyedTables(BorrowedConnection borrowed, Names names) {
    this.borrowed = borrowed;
    this.names = names;
  }

  public SlotTable slots() throws SQLException {
    return SlotTable.of(borrowed, names.slots(), names.namespace());
  }

  public ServerTable servers() throws SQLException {
    return new ServerTable(borrowed, names.servers(), names.namespace());
  }

  @Override
  public void createIfMissing() throws SQLException {
    slots().createIfMissing();
    servers().createIfMissing();
  }

  /**
   * Creates the rows of all slots; returns false if there are rows. The servers are read first:
   * each of those has found the slots, so if the slots are missing now, they were deleted.
   */
  public boolean createSlots() throws SQLException {
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
    throw StoreFailures.OF_KEYED_NUMBERS.failed(
        "rows of slots must be created within "
            + CREATIONS
            + " attempts, others were always faster: "
            + names
            + "; try again",
        null);
  }

  private void requireNoServers(int servers) {
    if (servers > 0) {
      throw StoreFailures.OF_KEYED_NUMBERS.failed(
          "rows of slots must not be deleted: slots=0, servers="
              + servers
              + ", "
              + names
              + "; restore the rows, and mend each slot above all numbers in use; if no number of"
              + " any key was ever issued here, delete the rows of the servers too",
          null);
    }
  }
}
