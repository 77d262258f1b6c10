package io.snowbraid.cli;

import io.snowbraid.cli.MigratedTable.Column;
import io.snowbraid.cli.MigratedTable.Product;
import io.snowbraid.cli.MigratedTable.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the SQL that replaces a table's keys and all references to them. Keys are updated in
 * place, so indexes, unique constraints and all other columns stay unchanged. Only foreign keys are
 * dropped and added again. A replaced key is not among the old keys, so each update can be
 * repeated.
 */
final class MigrationSql {

  private final MigratedTable table;

  MigrationSql(MigratedTable table) {
    this.table = table;
  }

  /**
   * Returns all steps, with comments that say what to do.
   *
   * @param fill the command that fills the table of old keys and new ids
   */
  List<String> script(String fill) {
    List<String> lines = new ArrayList<>();
    lines.add("-- 1. A table of old keys and new ids.");
    add(lines, List.of(createMapping()));
    lines.add("");
    lines.add("-- 2. Fill it. This can be stopped and run again while the application runs:");
    lines.add("--    " + fill);
    lines.add("");
    lines.add("-- 3. Stop everything that writes, run step 2 again, make a backup, and check:");
    lines.add("--    each number must be 0.");
    add(lines, checksBefore());
    lines.add("");
    lines.add("-- 4. Replace the keys. " + atomicity());
    lines.add(
        "--    The first statement fails unless the checks of step 3 pass. Use a client that");
    lines.add("--    stops at the first error.");
    table.triggers().forEach(trigger -> lines.add(fires() + trigger));
    add(lines, replacement());
    lines.add("");
    lines.add(
        "-- 5. Check before the application starts: each number must be 0. Columns that hold");
    lines.add("--    keys without a foreign key, files and caches must be changed by hand.");
    add(lines, checksAfter());
    lines.add("");
    lines.add("-- 6. Keep the table of old keys as long as old keys may be looked up. Later:");
    lines.add("--    drop table " + table.mapping() + ";");
    return lines;
  }

  private static void add(List<String> lines, List<String> statements) {
    statements.forEach(statement -> lines.add(statement + ";"));
  }

  private String atomicity() {
    return table.product() == Product.POSTGRESQL
        ? "It takes effect completely or not at all."
        : "If it stops halfway, run the rest; updates may be repeated.";
  }

  private String fires() {
    String condition = table.product() == Product.H2 ? " if it is one on updates: " : ": ";
    return "--    This trigger fires for each changed row" + condition;
  }

  String createMapping() {
    return "create table "
        + table.mapping()
        + " (old_id bigint not null primary key, new_id bigint not null unique)";
  }

  private List<String> checksBefore() {
    return List.of(
        count(table.name(), "m.old_id", table.key(), false),
        "select count(*) from "
            + table.mapping()
            + " m where exists (select 1 from "
            + table.name()
            + " t where t."
            + table.key().name()
            + " = m.new_id)");
  }

  /**
   * Returns a query that fails unless the checks pass, so that nothing changes if the whole plan is
   * run at once. The query uses a scalar subquery with two rows, which is an error in all
   * databases.
   */
  private String guard() {
    List<String> checks = checksBefore();
    return "select case when ("
        + checks.get(0)
        + ") + ("
        + checks.get(1)
        + ") > 0 then (select p.old_id from (select 1 as old_id union all select 2) p) else 0 end";
  }

  private List<String> checksAfter() {
    List<String> checks = new ArrayList<>();
    checks.add(count(table.name(), "m.new_id", table.key(), false));
    table.references().forEach(r -> checks.add(count(r.table(), "m.new_id", r.column(), true)));
    return checks;
  }

  /** Counts the rows whose key is not in the mapping. */
  private String count(String from, String mapped, Column column, boolean isReference) {
    String key = "t." + column.name();
    return "select count(*) from "
        + from
        + " t"
        + table.where(key)
        + (isReference ? key + " is not null and " : "")
        + "not exists (select 1 from "
        + table.mapping()
        + " m where "
        + mapped
        + " = "
        + key
        + ")";
  }

  private List<String> replacement() {
    List<String> steps = new ArrayList<>();
    boolean isAtomic = table.product() == Product.POSTGRESQL;
    if (isAtomic) {
      steps.add("begin");
    }
    steps.add(guard());
    table.references().forEach(reference -> steps.add(drop(reference)));
    steps.addAll(changes(table.name(), table.key()));
    table.references().forEach(r -> steps.addAll(changes(r.table(), r.column())));
    steps.add(update(table.name(), table.key()));
    table
        .references()
        .forEach(reference -> steps.add(update(reference.table(), reference.column())));
    table.references().forEach(reference -> steps.add(add(reference)));
    if (isAtomic) {
      steps.add("commit");
    }
    return steps;
  }

  private String drop(Reference reference) {
    String what = table.product() == Product.MARIADB ? " drop foreign key " : " drop constraint ";
    return "alter table " + reference.table() + what + reference.name();
  }

  private String add(Reference reference) {
    return "alter table "
        + reference.table()
        + " add constraint "
        + reference.name()
        + " foreign key ("
        + reference.column().name()
        + ") references "
        + table.name()
        + " ("
        + table.key().name()
        + ")"
        + reference.rules();
  }

  private static List<String> changes(String name, Column column) {
    return column.changes().stream().map(change -> "alter table " + name + " " + change).toList();
  }

  private String update(String name, Column column) {
    String key = name + "." + column.name();
    String of = " from " + table.mapping() + " m where m.old_id = " + key + ")";
    return "update "
        + name
        + " set "
        + column.name()
        + " = (select m.new_id"
        + of
        + column.kept().stream().map(c -> ", " + c + " = " + c).collect(Collectors.joining())
        + " where exists (select 1"
        + of;
  }
}
