package io.snowbraid.jdbc.workertable;

import java.sql.SQLException;

/** Gives a lease access to the worker table, over connections of its own. */
public interface TableAccess {

  /** Work with the table, over a connection in auto-commit mode. */
  interface Work<T> {

    /** Does the work. */
    T apply(WorkerTable table) throws SQLException;
  }

  /** Records a grant, or gives up early enough to try again. */
  <T> T record(Work<T> work);
}
