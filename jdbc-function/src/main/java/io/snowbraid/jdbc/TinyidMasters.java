package io.snowbraid.jdbc;

import io.snowbraid.jdbc.segmenttable.TinyidResizing;
import io.snowbraid.segment.SegmentSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The databases of a Tinyid installation, all of which are written to. The numbers of each leave
 * its own remainder modulo the number of databases.
 */
public final class TinyidMasters {

  private TinyidMasters() {}

  /**
   * Creates a source that draws from the first database that answers. Numbers are unique; they have
   * no order over the databases.
   *
   * @param masters the databases, the one with remainder 0 first; one or more
   * @return a source that does not create tags
   * @throws IllegalArgumentException if there is none
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
   * Changes the number of databases. Do it in this order:
   *
   * <ol>
   *   <li>Stop all that draws from these databases: the servers of Tinyid, and processes with a
   *       source of them. Tinyid's clients may continue with the numbers they have.
   *   <li>Create the table in new databases, and call this. It reads all rows, moves every counter
   *       of a tag up to the largest, adds the rows that a new database lacks, and then gives each
   *       row its new delta and remainder.
   *   <li>Start the servers and processes, configured with the new databases. Never draw again from
   *       a database that was removed: its rows keep their old delta.
   * </ol>
   *
   * <p>If it fails, it can be called again with the same lists. Nothing is changed if a database
   * cannot be reached. Until it has succeeded, a source rejects the rows that do not fit it.
   *
   * @param before the databases until now, the one with remainder 0 first
   * @param after the databases from now on, in the order of their new remainders; may contain those
   *     of before, as the same objects
   * @return the tags whose rows have been changed, in alphabetical order
   * @throws IllegalArgumentException if a list is empty or has a database twice
   * @throws io.snowbraid.segment.SegmentRejectedException if a row does not fit its place, or if
   *     somebody draws meanwhile
   * @throws io.snowbraid.segment.SegmentSourceException if a database fails or cannot be reached
   */
  public static List<String> resize(List<DataSource> before, List<DataSource> after) {
    return new TinyidResizing(before, after).run();
  }
}
