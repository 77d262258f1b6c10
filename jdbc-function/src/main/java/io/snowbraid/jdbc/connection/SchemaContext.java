package io.snowbraid.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The catalog and schema in which a connection looks up table names. A pool may hand out a
 * connection whose current schema differs from the previous one's, because a tenant's work changed
 * it.
 */
public record SchemaContext(@Nullable String catalog, @Nullable String name) {

  public static SchemaContext of(Connection connection) throws SQLException {
    return new SchemaContext(connection.getCatalog(), connection.getSchema());
  }

  /** Makes this the current catalog and schema of a connection. */
  public void enter(Connection connection) throws SQLException {
    if (catalog != null) {
      connection.setCatalog(catalog);
    }
    if (name != null) {
      connection.setSchema(name);
    }
  }
}
