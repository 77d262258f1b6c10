package io.snowbraid.jdbc.postgresql;

import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.jdbc.dialect.TableName;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerShare;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Creates PL/pgSQL and SQL functions in the connection's current schema. The PostgreSQL server
 * generates the ids with its own worker, which stays reserved in the worker table.
 *
 * <p>A single SQL statement creates everything atomically. In a caller's transaction, it is part of
 * that transaction and commits nothing.
 */
final class PostgresInstaller implements FunctionInstaller {

  /**
   * Functions of a higher version are kept. Increase this if earlier versions must not replace
   * these.
   */
  private static final int VERSION = 4;

  private static final Pattern MARKER =
      Pattern.compile(
          "Snowbraid functions (\\d{1,9})(?: \\(([0-9a-f]{8})\\))?(?: with workers ([\\d,-]+))? of"
              + " namespace (.*)",
          Pattern.DOTALL);

  private static final String COMMENTS =
      """
      SELECT obj_description(to_regprocedure(signature), 'pg_proc')
        FROM unnest(ARRAY[%s]) signature
      """
          .formatted(signatures());

  private static String signatures() {
    return Arrays.stream(SqlFunction.values())
        .map(function -> function.lowerCaseName() + argument(function))
        .collect(Collectors.joining("', '", "'", "'"));
  }

  private static String argument(SqlFunction function) {
    return switch (function.argument()) {
      case NONE -> "()";
      case COUNT, ID -> "(bigint)";
      case TIME -> "(timestamptz)";
    };
  }

  private static final List<String> PARTS =
      List.of("turn", "state", "workers", "lanes", "worker", "adopt");

  /** Distinguishes scripts of the same version. */
  private static final String DIGEST = "%08x".formatted(read("functions.sql").hashCode());

  /** A second and a little more, because the clock is read before the lane. */
  private static final long MAX_LEAD_MILLIS = 1_016;

  /** How far ahead a lane is granted, and how long it is unusable after a crash. */
  private static final long REST_MILLIS = 10_000;

  private final Connection connection;
  private final FunctionTarget target;

  PostgresInstaller(Connection connection, FunctionTarget target) {
    this.connection = connection;
    this.target = target;
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

  /**
   * Returns whether the functions are current. A later version is also accepted, because some
   * processes still run the earlier one during an upgrade.
   */
  private boolean isCurrent(@Nullable String comment) {
    Matcher marker = MARKER.matcher(Objects.requireNonNullElse(comment, ""));
    return marker.matches()
        && (Integer.parseInt(marker.group(1)) > VERSION || isThisScript(marker))
        && marker.group(4).equals(target.namespace())
        && isInShare(marker.group(3));
  }

  private static boolean isThisScript(Matcher marker) {
    return Integer.parseInt(marker.group(1)) == VERSION && DIGEST.equals(marker.group(2));
  }

  /** Returns whether the functions took their worker from the target's share. */
  private boolean isInShare(@Nullable String installed) {
    WorkerShare share = installed == null ? WorkerShare.ALL : WorkerShare.parse(installed);
    return numbers(target).containsAll(numbers(share, target.layout()));
  }

  private static List<Integer> numbers(FunctionTarget target) {
    return numbers(target.workers(), target.layout());
  }

  private static List<Integer> numbers(WorkerShare share, Layout layout) {
    return IntStream.range(0, layout.workers()).filter(share::contains).boxed().toList();
  }

  @Override
  public void install() throws SQLException {
    if (!isInstalled()) {
      run(connection, script(target));
    }
  }

  /** Removes everything and releases the worker. */
  static void uninstall(Connection connection) throws SQLException {
    run(connection, uninstallScript());
  }

  private static void run(Connection connection, String script) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(script);
    }
  }

  /** Returns the statement that removes everything and releases the worker. */
  static String uninstallScript() {
    return read("uninstall.sql");
  }

  /** Returns the statement that creates everything, whatever exists already. */
  static String script(FunctionTarget target) {
    Layout layout = target.layout();
    if (!layout.equals(Layout.DEFAULT)) {
      throw new FunctionInstallException(
          "layout of PostgreSQL's functions must be Layout.DEFAULT, but is "
              + layout
              + "; install with Layout.DEFAULT in a separate namespace, or generate ids in the"
              + " application",
          null);
    }
    if (numbers(target).isEmpty()) {
      throw new FunctionInstallException(
          "none of the workers "
              + target.workers()
              + " exists in the layout, which has "
              + layout.workers()
              + " workers; set lower numbers",
          null);
    }
    String table = TableName.requireTable(target.table());
    String namespace = TableName.requireNamespace(target.namespace());
    Map<String, String> values = new HashMap<>();
    values.put("table", literal(table));
    values.put("table_name", literal(unqualified(table)));
    values.put("is_qualified", String.valueOf(table.contains(".")));
    values.put("table_ddl", new PostgresDialect().workerTableDdl(table));
    values.put("workers_ddl", literal(new PostgresDialect().workerTableDdl("%s")));
    values.put("namespace", literal(namespace));
    values.put("marker", literal(marker(target)));
    values.put("share", literal(target.workers().toString()));
    values.put("numbers", numbers(target).toString().replace("[", "{").replace("]", "}"));
    values.put("version", String.valueOf(VERSION));
    values.put("max_ids", String.valueOf(SqlFunction.MAX_IDS));
    values.put("max_lead", String.valueOf(MAX_LEAD_MILLIS));
    values.put("rest", String.valueOf(REST_MILLIS));
    int lanes = layout.rollbacks() * layout.timelines();
    values.put("layout", literal(layout.toString()));
    values.put("no_ticks", literal(String.join(" ", Collections.nCopies(lanes, "-1"))));
    values.put("lanes_per_worker", String.valueOf(lanes));
    values.put("timelines", String.valueOf(layout.timelines()));
    values.put("last_worker", String.valueOf(layout.workers() - 1));
    values.put("epoch", String.valueOf(layout.epoch().toEpochMilli()));
    values.put("last_tick", String.valueOf(layout.lastTick()));
    values.put("first_instant", layout.epoch().toString());
    values.put("last_instant", layout.lastInstant().toString());
    return filled(values);
  }

  /** Returns the functions' comment, which identifies them to callers. */
  private static String marker(FunctionTarget target) {
    String share = target.workers().toString().replace(" ", "");
    return "Snowbraid functions "
        + VERSION
        + " ("
        + DIGEST
        + ")"
        + (target.workers() == WorkerShare.ALL ? "" : " with workers " + share)
        + " of namespace "
        + target.namespace();
  }

  /** Returns the name of a table without its schema, as PostgreSQL stores it. */
  static String unqualified(String table) {
    return table.substring(table.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /** Returns an SQL expression for a text, which is safe within dollar quotes, too. */
  private static String literal(String text) {
    return "E'" + text.replace("\\", "\\\\").replace("'", "''").replace("$", "\\x24") + "'";
  }

  private static String filled(Map<String, String> values) {
    Matcher names = Pattern.compile("\\$\\{(\\w+)}").matcher(read("functions.sql"));
    return names.replaceAll(
        name -> Matcher.quoteReplacement(Objects.requireNonNull(values.get(name.group(1)))));
  }

  /** Reads a script, with the parts that it names. */
  private static String read(String script) {
    String text = DatabaseDialect.read(PostgresInstaller.class, script);
    for (String part : PARTS) {
      String resource = "functions-" + part + ".sql";
      text =
          text.replace("${" + part + "}", DatabaseDialect.read(PostgresInstaller.class, resource));
    }
    return text;
  }
}
