package io.snowbraid.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection looks up the names of tables. A pool may hand out a connection that stands in
 * another schema than the one before, since a tenant's work left it there.
 */
public record SchemaContext(@Nullable String catalog, @Nullable String name) {

  public static SchemaContext of(Connection connection) throws SQLException {
    return new SchemaContext(connection.getCatalog(), connection.getSchema());
  }

  /** Lets a connection that stands elsewhere look up names here. */
  public void enter(Connection connection) throws SQLException {
    if (catalog != null) {
      connection.setCatalog(catalog);
    }
    if (name != null) {
      connection.setSchema(name);
    }
  }
}
