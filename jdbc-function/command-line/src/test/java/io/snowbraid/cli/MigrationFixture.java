package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/**
 * A table with a child and a reference to itself, and the steps that give it new keys. Each row
 * says in another column which row it refers to.
 */
public abstract class MigrationFixture extends CommandLineFixture {

  static final int ORDERS = 3_000;

  /** Returns the URL of an empty database. */
  protected abstract String url() throws SQLException;

  /** Returns how a generated key is declared. */
  protected abstract String generatedKey();

  String url = "";

  @BeforeEach
  final void fill() throws SQLException {
    url = url();
    execute(
        url,
        "create table orders (id "
            + generatedKey()
            + " primary key, parent_id integer, name integer not null, parent_name integer,"
            + " created_at timestamp default current_timestamp not null)",
        "alter table orders add constraint of_order foreign key (parent_id) references orders (id)",
        "create table item (order_id integer not null, line integer not null, order_name integer,"
            + " primary key (order_id, line))",
        "alter table item add constraint of_item foreign key (order_id) references orders (id) on"
            + " delete cascade");
    execute(url, inserts());
    lease("default", Layout.DEFAULT);
  }

  /** Leases a worker and releases it, as an application that was started once. */
  final void lease(String namespace, Layout layout) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config);
        Snowflake ids =
            Snowflake.builder()
                .layout(layout)
                .worker(JdbcWorkerSource.of(pool).withNamespace(namespace))
                .build()) {
      assertThat(ids.nextId()).isPositive();
    }
  }

  /** Returns orders whose keys do not follow their times, a hundred of one second each. */
  private static String[] inserts() {
    List<String> orders = new ArrayList<>();
    List<String> items = new ArrayList<>();
    for (int i = 1; i <= ORDERS; i++) {
      int second = i * 7 % 30;
      String parent = i % 3 == 0 ? String.valueOf(i / 3) : "null";
      String time = "timestamp '2025-03-01 12:00:%02d'".formatted(second);
      orders.add("(%d, %s, %d, %s, %s)".formatted(i, parent, i, parent, time));
      items.add("(%d, 1, %d), (%d, 2, %d)".formatted(i, i, i, i));
    }
    return new String[] {
      "insert into orders (id, parent_id, name, parent_name, created_at) values "
          + String.join(", ", orders),
      "insert into item (order_id, line, order_name) values " + String.join(", ", items)
    };
  }

  final int plan() {
    return run("migration", "plan", "--url", url, "--ids", "orders.id", "--time", "created_at");
  }

  final int map(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "migration", "map", "--url", url, "--ids", "orders.id", "--time", "created_at"));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  /** Runs all steps. */
  final void migrate() throws SQLException {
    assertThat(plan()).as(printed()).isZero();
    String plan = out.toString();
    execute(url, step(plan, 1));
    assertThat(map()).as(printed()).isZero();
    execute(url, step(plan, 4));
    assertThatChecksPass(step(plan, 5));
  }

  /** Returns the statements of a step. */
  static String[] step(String plan, int number) {
    String text = plan.substring(plan.indexOf("-- " + number + "."));
    int end = text.indexOf("-- " + (number + 1) + ".");
    return text.substring(0, end < 0 ? text.length() : end)
        .lines()
        .filter(line -> !line.startsWith("--") && !line.isBlank())
        .map(line -> line.replaceFirst(";$", ""))
        .toArray(String[]::new);
  }

  final List<Long> numbers(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<Long> numbers = new ArrayList<>();
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
      return numbers;
    }
  }

  final void assertThatChecksPass(String... queries) throws SQLException {
    assertThat(queries).hasSizeGreaterThan(1);
    for (String query : queries) {
      assertThat(numbers(query)).as(query).containsExactly(0L);
    }
  }
}
