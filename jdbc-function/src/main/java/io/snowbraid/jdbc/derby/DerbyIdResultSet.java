package io.snowbraid.jdbc.derby;

import java.sql.ResultSetMetaData;
import org.apache.derby.vti.VTITemplate;
import org.jspecify.annotations.Nullable;

/** A result set of ids, with one column. */
final class DerbyIdResultSet extends VTITemplate {

  private final long[] ids;
  private int row = -1;

  DerbyIdResultSet(long[] ids) {
    this.ids = ids;
  }

  @Override
  public boolean next() {
    row++;
    return row < ids.length;
  }

  @Override
  public long getLong(int column) {
    return ids[row];
  }

  @Override
  public boolean wasNull() {
    return false;
  }

  /** Derby knows the columns from the function's declaration. */
  @Override
  public @Nullable ResultSetMetaData getMetaData() {
    return null;
  }

  @Override
  public void close() {}
}
