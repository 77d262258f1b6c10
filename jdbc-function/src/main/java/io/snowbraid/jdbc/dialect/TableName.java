package io.snowbraid.jdbc.dialect;

import java.util.regex.Pattern;

/** Checks table names and namespaces. */
public final class TableName {

  /** The default worker table. */
  public static final String DEFAULT_TABLE = "snowbraid_worker";

  /** The default segment table. */
  public static final String DEFAULT_SEGMENT_TABLE = "snowbraid_segment";

  /** The default namespace. */
  public static final String DEFAULT_NAMESPACE = "default";

  /** A part of a name, plain or with one of the databases' quotes. */
  private static final String PART = "([A-Za-z_]\\w*|\"[^\"]+\"|`[^`]+`|\\[[^\\[\\]]+])";

  private static final Pattern TABLE = Pattern.compile(PART + "(\\." + PART + "){0,2}");
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]+\"|`[^`]+`|\\[[^\\[\\]]+]");
  private static final int NAMESPACE_LENGTH = 64;

  private TableName() {}

  /** Rejects a table name that would need escaping. */
  public static String requireTable(String table) {
    if (!TABLE.matcher(table).matches()) {
      throw new IllegalArgumentException(
          "table must be a name of letters, digits and underscores, or a quoted name, optionally"
              + " after a schema, but is "
              + table);
    }
    return table;
  }

  /** Rejects a namespace that is empty or too long for its column. */
  public static String requireNamespace(String namespace) {
    if (namespace.isEmpty() || namespace.length() > NAMESPACE_LENGTH) {
      throw new IllegalArgumentException(
          "namespace must have between 1 and "
              + NAMESPACE_LENGTH
              + " characters, but has "
              + namespace.length()
              + ": "
              + namespace);
    }
    return namespace;
  }

  /** Returns whether a table's name includes its schema. */
  public static boolean hasSchema(String table) {
    return QUOTED.matcher(table).replaceAll("").contains(".");
  }

  /** Returns a name without its quotes. */
  static String unquoted(String name) {
    return QUOTED.matcher(name).matches() ? name.substring(1, name.length() - 1) : name;
  }
}
