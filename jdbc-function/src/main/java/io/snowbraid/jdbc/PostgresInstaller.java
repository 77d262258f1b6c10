package io.snowbraid.jdbc;

import io.snowbraid.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Creates functions of PL/pgSQL, in the connection's current schema. PostgreSQL issues the ids
 * itself, with a worker of its own that stays reserved in the table of workers.
 *
 * <p>All is one statement of SQL, which takes effect as a whole. In a transaction of the caller's
 * it is a part of that, and commits nothing.
 */
final class PostgresInstaller implements FunctionInstaller {

  /** To be raised with each change of the script. */
  private static final int VERSION = 1;

  private static final Pattern MARKER =
      Pattern.compile("Snowbraid functions (\\d{1,9}) of namespace (.*)", Pattern.DOTALL);

  private static final String COMMENTS =
      """
      SELECT obj_description(to_regprocedure(signature), 'pg_proc')
        FROM unnest(ARRAY['next_snowflake()', 'next_snowflakes(bigint)', 'snowflake_time(bigint)',
          'snowflake_rollback(bigint)', 'snowflake_timeline(bigint)', 'snowflake_worker(bigint)',
          'snowflake_sequence(bigint)']) signature""";

  private static final long MAX_IDS = 1_000_000;

  private final Connection connection;
  private final FunctionOptions options;

  PostgresInstaller(Connection connection, FunctionOptions options) {
    this.connection = connection;
    this.options = options;
  }

  @Override
  public boolean isInstalled() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(COMMENTS);
        ResultSet comments = query.executeQuery()) {
      boolean complete = true;
      while (comments.next()) {
        complete &= isCurrent(comments.getString(1));
      }
      return complete;
    }
  }

  /** Newer functions are good, too: while versions change, some processes still run the old one. */
  private boolean isCurrent(@Nullable String comment) {
    Matcher marker = MARKER.matcher(Objects.requireNonNullElse(comment, ""));
    return marker.matches()
        && Integer.parseInt(marker.group(1)) >= VERSION
        && marker.group(2).equals(options.namespace());
  }

  @Override
  public void install() throws SQLException {
    if (isInstalled()) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(script(options));
    }
  }

  /** The statement that creates all, whatever is there already. */
  static String script(FunctionOptions options) {
    requireDefault(options.layout());
    Layout layout = options.layout();
    String table = JdbcWorkerSource.requireTable(options.table());
    String namespace = JdbcWorkerSource.requireNamespace(options.namespace());
    int lanes = layout.rollbacks() * layout.timelines();
    return filled(
        Map.of(
            "table", literal(table),
            "table_ddl", DatabaseKind.POSTGRESQL.ddl(table),
            "namespace", literal(namespace),
            "layout", literal(layout.toString()),
            "no_ticks", literal(String.join(" ", Collections.nCopies(lanes, "-1"))),
            "last_worker", String.valueOf(layout.workers() - 1),
            "epoch", String.valueOf(layout.epoch().toEpochMilli()),
            "max_ids", String.valueOf(MAX_IDS),
            "marker", literal("Snowbraid functions " + VERSION + " of namespace " + namespace)));
  }

  private static void requireDefault(Layout layout) {
    if (!layout.equals(Layout.DEFAULT)) {
      throw new FunctionInstallException(
          "layout of PostgreSQL's functions must be the default one: layout="
              + layout
              + "; install with Layout.DEFAULT in a namespace of its own, or take ids from an"
              + " IdGenerator in the application",
          null);
    }
  }

  /** An expression for a text, safe in dollar quotes, too. */
  private static String literal(String text) {
    return "E'" + text.replace("\\", "\\\\").replace("'", "''").replace("$", "\\x24") + "'";
  }

  private static String filled(Map<String, String> values) {
    String template =
        read("functions-postgresql.sql")
            .replace("${state}", read("functions-postgresql-state.sql"));
    Matcher names = Pattern.compile("\\$\\{(\\w+)}").matcher(template);
    return names.replaceAll(
        name -> Matcher.quoteReplacement(Objects.requireNonNull(values.get(name.group(1)))));
  }

  private static String read(String resource) {
    try (InputStream stream =
        Objects.requireNonNull(PostgresInstaller.class.getResourceAsStream(resource), resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
