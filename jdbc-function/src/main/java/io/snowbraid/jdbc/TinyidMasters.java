package io.snowbraid.jdbc;

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
      return JdbcSegmentSource.tinyid(masters.get(0));
    }
    List<SegmentSource> sources = new ArrayList<>();
    for (int i = 0; i < masters.size(); i++) {
      sources.add(JdbcSegmentSource.tinyid(masters.get(i), masters.size(), i));
    }
    return SegmentSource.failover(sources);
  }
}
