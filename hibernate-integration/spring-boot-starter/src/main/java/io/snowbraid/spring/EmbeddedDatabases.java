package io.snowbraid.spring;

import javax.sql.DataSource;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.util.ClassUtils;

/** Databases that live and end with the process. */
final class EmbeddedDatabases {

  /** An application may have a data source and not Spring's support for it. */
  private static final boolean HAS_SUPPORT =
      isPresent("org.springframework.boot.jdbc.EmbeddedDatabaseConnection")
          && isPresent("org.springframework.jdbc.core.JdbcTemplate");

  private EmbeddedDatabases() {}

  private static boolean isPresent(String name) {
    return ClassUtils.isPresent(name, EmbeddedDatabases.class.getClassLoader());
  }

  static boolean isEmbedded(DataSource database) {
    return HAS_SUPPORT && EmbeddedDatabaseConnection.isEmbedded(database);
  }
}
