package io.snowbraid.jdbc.keyed;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreTable;
import java.sql.SQLException;

/** One of the two tables, for one namespace. */
abstract class KeyedTable extends StoreTable {

  private final String namespace;

  KeyedTable(BorrowedConnection borrowed, String table, String namespace) throws SQLException {
    super(borrowed, table);
    this.namespace = namespace;
  }

  final String namespace() {
    return namespace;
  }

  @Override
  protected final String context() {
    return ", namespace=" + namespace;
  }
}
