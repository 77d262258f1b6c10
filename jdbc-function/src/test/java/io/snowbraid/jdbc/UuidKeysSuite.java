package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.job.PastIds;
import io.snowbraid.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The SQL of docs/coming-from.md gives tables with UUIDs keys that are ids of the past. */
public abstract class UuidKeysSuite {

  private static final int ROWS = 20;
  private static final Instant FIRST = Instant.parse("2026-03-01T12:00:00Z");

  /** Returns an open database. */
  protected abstract DataSource database();

  private static List<String> statements(String step) throws IOException {
    Matcher matcher =
        Pattern.compile("<!-- uuid: " + step + " -->\n```sql\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/coming-from.md")));
    assertThat(matcher.find()).as("step %s", step).isTrue();
    return List.of(matcher.group(1).strip().split(";\\s*"));
  }

  private void execute(List<String> statements) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private List<Long> numbers(String query) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<Long> numbers = new ArrayList<>();
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
      return numbers;
    }
  }

  @BeforeEach
  final void create() throws SQLException {
    execute(
        List.of(
            "create table orders (id uuid constraint orders_key primary key, created_at bigint)",
            "create table order_line (order_id uuid not null constraint order_line_order references"
                + " orders, place int)"));
    for (int row = 0; row < ROWS; row++) {
      UUID id = UUID.randomUUID();
      long time = FIRST.plusSeconds(row).toEpochMilli();
      execute(
          List.of(
              "insert into orders values ('" + id + "', " + time + ")",
              "insert into order_line values ('" + id + "', " + row + ")"));
    }
  }

  @AfterEach
  final void drop() throws SQLException {
    execute(List.of("drop table order_line", "drop table orders"));
  }

  /** Fills the new column, except for the latest rows. */
  private void fill(int leaveOut) throws SQLException {
    PastIds past = PastIds.open(JdbcWorkerSource.of(database()).createTableIfMissing());
    try (Connection connection = database().getConnection();
        PreparedStatement update =
            connection.prepareStatement("update orders set new_id = ? where created_at = ?")) {
      for (long time : numbers("select created_at from orders order by 1")) {
        if (time < FIRST.plusSeconds(ROWS - leaveOut).toEpochMilli()) {
          update.setLong(1, past.idAt(Instant.ofEpochMilli(time)));
          update.setLong(2, time);
          update.executeUpdate();
        }
      }
    }
  }

  @Test
  void rowsHaveIdsOfTheirTimes() throws Exception {
    execute(statements("add"));
    fill(0);
    execute(statements("swap"));
    List<Long> ids = numbers("select id from orders order by created_at");
    assertThat(ids).hasSize(ROWS).isSorted();
    assertThat(Layout.DEFAULT.decode(ids.get(3)).time()).isEqualTo(FIRST.plusSeconds(3));
    assertThat(
            numbers(
                "select place from order_line join orders on order_id = id and order_uuid = uuid"
                    + " order by id"))
        .containsExactlyElementsOf(numbers("select place from order_line order by 1"));
  }

  @Test
  void rowWithoutNewKeyIsNoticedBeforeAnyKeyIsChanged() throws Exception {
    execute(statements("add"));
    fill(1);
    assertThatExceptionOfType(SQLException.class).isThrownBy(() -> execute(statements("swap")));
    assertThat(numbers("select count(new_id) from orders")).containsExactly(ROWS - 1L);
  }
}
