package io.snowbraid.jdbc;

import io.snowbraid.jdbc.segmenttable.TinyidResizing;
import io.snowbraid.segment.SegmentSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Draws from and resizes a Tinyid installation with several writable databases. Each database
 * issues the numbers with its own remainder modulo the number of databases.
 */
public final class TinyidMasters {

  private TinyidMasters() {}

  /**
   * Creates a source that draws from the first database that answers. Numbers are unique but not
   * ordered across databases.
   *
   * @param masters at least one database, in the order of their remainders, from 0
   * @return a source that does not create tags
   * @throws IllegalArgumentException if the list is empty
   */
  public static SegmentSource source(List<DataSource> masters) {
    if (masters.size() == 1) {
      return JdbcSegmentSource.tinyid(masters.get(0), 1, 0);
    }
    List<SegmentSource> sources = new ArrayList<>();
    for (int i = 0; i < masters.size(); i++) {
      sources.add(JdbcSegmentSource.tinyid(masters.get(i), masters.size(), i));
    }
    return SegmentSource.failover(sources);
  }

  /**
   * Changes the number of databases:
   *
   * <ol>
   *   <li>Stop everything that draws from these databases: Tinyid's servers, and processes with a
   *       source on them. Tinyid's clients may continue to use the numbers they have.
   *   <li>Create the table in the new databases, then call this method. It reads all rows, advances
   *       each tag's counters to the largest one, adds rows missing from new databases, and then
   *       gives each row its new delta and remainder.
   *   <li>Start servers and processes, configured with the new databases. Never draw from a removed
   *       database again, because its rows keep their old delta.
   * </ol>
   *
   * <p>If this method fails, call it again with the same lists. If a database cannot be reached,
   * nothing is changed. Until the method succeeds, sources reject rows that do not match them.
   *
   * @param before the current databases, in the order of their remainders
   * @param after the future databases, in the order of their new remainders; may include current
   *     ones, as the same objects
   * @return the tags whose rows were changed, in alphabetical order
   * @throws IllegalArgumentException if a list is empty or contains a database twice
   * @throws io.snowbraid.segment.SegmentRejectedException if a row does not match its database, or
   *     if another process draws meanwhile
   * @throws io.snowbraid.segment.SegmentSourceException if a database fails or cannot be reached
   */
  public static List<String> resize(List<DataSource> before, List<DataSource> after) {
    return new TinyidResizing(before, after).run();
  }
}
