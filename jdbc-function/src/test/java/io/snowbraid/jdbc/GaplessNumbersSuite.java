package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.Crowd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The SQL on the page of segments numbers invoices without gaps, and a sequence does not. */
public abstract class GaplessNumbersSuite {

  private static final Pattern SNIPPET =
      Pattern.compile("^```sql\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final int THREADS = 4;
  private static final int TRANSACTIONS = 30;

  /** Returns an open database. */
  protected abstract DataSource database();

  /** Returns the statements of the page: those that create tables, and those of a transaction. */
  private static List<List<String>> statements() throws IOException {
    String page = Files.readString(Path.of("../docs/segments.md"));
    List<List<String>> snippets =
        SNIPPET
            .matcher(page)
            .results()
            .map(snippet -> List.of(snippet.group(1).strip().split(";\\s*")))
            .toList();
    assertThat(snippets).hasSize(2);
    return snippets;
  }

  private void execute(List<String> statements) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @BeforeEach
  final void create() throws Exception {
    execute(statements().get(0));
    execute(List.of("create sequence invoice_sequence"));
  }

  @AfterEach
  final void drop() throws SQLException {
    execute(
        List.of(
            "drop table invoice", "drop table invoice_series", "drop sequence invoice_sequence"));
  }

  /** Runs transactions in several threads, of which each third is rolled back. */
  private List<Long> numbersOf(List<String> transaction) throws Exception {
    Crowd.call(
        THREADS,
        () -> {
          runTransactions(transaction);
          return true;
        });
    return numbers();
  }

  private void runTransactions(List<String> transaction) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS; i++) {
        for (String sql : transaction) {
          statement.execute(sql);
        }
        if (i % 3 == 1) {
          connection.rollback();
        } else {
          connection.commit();
        }
      }
    }
  }

  private List<Long> numbers() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select number from invoice order by number")) {
      List<Long> numbers = new ArrayList<>();
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
      return numbers;
    }
  }

  private static List<Long> withoutGaps() {
    return LongStream.rangeClosed(1, THREADS * TRANSACTIONS * 2 / 3).boxed().toList();
  }

  @Test
  void invoicesHaveNoGaps() throws Exception {
    assertThat(numbersOf(statements().get(1))).isEqualTo(withoutGaps());
  }

  @Test
  void checkerRejectsASequence() throws Exception {
    List<String> transaction =
        List.of("insert into invoice select '2026', nextval('invoice_sequence'), 'Ada'");
    assertThat(numbersOf(transaction))
        .hasSameSizeAs(withoutGaps())
        .doesNotHaveDuplicates()
        .isNotEqualTo(withoutGaps());
  }
}
