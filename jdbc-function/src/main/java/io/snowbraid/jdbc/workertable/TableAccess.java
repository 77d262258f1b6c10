package io.snowbraid.jdbc.workertable;

import java.sql.SQLException;

/** Reaches the worker table for a lease, over connections of its own. */
public interface TableAccess {

  /** Work with the table, over a connection in auto-commit mode. */
  interface Work<T> {

    /** Does the work. */
    T apply(WorkerTable table) throws SQLException;
  }

  /** Records a grant, or gives up in time. */
  <T> T record(Work<T> work);
}
