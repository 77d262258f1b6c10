package io.snowbraid.jdbc.connection;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the schema of each of a source's tables. A pool may return a connection with another
 * current schema than before, because a tenant's work changed its session. Statements that name the
 * schema need no change to the session.
 */
final class QualifiedNames {

  private final Map<String, String> found = new ConcurrentHashMap<>();

  /** The current schema of the first connection that had one. */
  private final AtomicReference<@Nullable String> firstSchema = new AtomicReference<>();

  /** Returns a table's name with its schema; empty if the table is missing. */
  Optional<String> find(String table, Connection connection, DatabaseDialect dialect)
      throws SQLException {
    String known = found.get(table);
    if (known != null) {
      return Optional.of(known);
    }
    String creatable = creatable(table, connection, dialect);
    Optional<String> name =
        dialect.find(connection, creatable).isPresent()
            ? Optional.of(creatable)
            : dialect.find(connection, table);
    name.ifPresent(qualified -> found.putIfAbsent(table, qualified));
    return name;
  }

  /** Returns the name under which a missing table is created: in the first connection's schema. */
  String creatable(String table, Connection connection, DatabaseDialect dialect)
      throws SQLException {
    if (TableName.hasSchema(table)) {
      return table;
    }
    Optional<String> schema = firstSchema(connection, dialect);
    return schema.isEmpty() ? table : dialect.quoted(connection, schema.get()) + "." + table;
  }

  /** Returns a table and its present or future schema, for messages. */
  String place(String table, Connection connection, DatabaseDialect dialect) throws SQLException {
    String creatable = creatable(table, connection, dialect);
    String name = found.getOrDefault(table, creatable);
    if (TableName.hasSchema(table) || !name.equals(creatable)) {
      return "table=" + name;
    }
    return "table="
        + table
        + firstSchema(connection, dialect).map(schema -> ", schema=" + schema).orElse("");
  }

  /** Returns the first connection's current schema; empty if it had none. */
  private Optional<String> firstSchema(Connection connection, DatabaseDialect dialect)
      throws SQLException {
    if (firstSchema.get() == null) {
      dialect
          .currentSchema(connection)
          .ifPresent(schema -> firstSchema.compareAndSet(null, schema));
    }
    return Optional.ofNullable(firstSchema.get());
  }
}
