package io.snowbraid.jdbc.dialect;

import java.util.regex.Pattern;

/** Checks the names of tables and namespaces. */
public final class TableName {

  /** The table that is used unless another is set. */
  public static final String DEFAULT_TABLE = "snowbraid_worker";

  /** The table of segments that is used unless another is set. */
  public static final String DEFAULT_SEGMENT_TABLE = "snowbraid_segment";

  /** The namespace that is used unless another is set. */
  public static final String DEFAULT_NAMESPACE = "default";

  /** A part of a name, plain or in the quotes of one of the databases. */
  private static final String PART = "([A-Za-z_]\\w*|\"[^\"]+\"|`[^`]+`|\\[[^\\[\\]]+])";

  private static final Pattern TABLE = Pattern.compile(PART + "(\\." + PART + "){0,2}");
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]+\"|`[^`]+`|\\[[^\\[\\]]+]");
  private static final int NAMESPACE_LENGTH = 64;

  private TableName() {}

  /** Rejects a table name that would have to be escaped. */
  public static String requireTable(String table) {
    if (!TABLE.matcher(table).matches()) {
      throw new IllegalArgumentException(
          "table must be a name of letters, digits and underscores, or a quoted name, optionally"
              + " after a schema, but is "
              + table);
    }
    return table;
  }

  /** Rejects a namespace that the table cannot hold. */
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
