package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.job.IdStripes;
import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests that a database computes the ids of a block from the expression that is printed for it. */
public abstract class BlockSqlSuite {

  static final List<Layout> LAYOUTS =
      List.of(Layouts.DEFAULT, Layouts.UNIX_MILLIS, Layouts.DECIMAL);

  @TempDir private Path directory;

  private final IdStripes.Dialect dialect;

  protected BlockSqlSuite(IdStripes.Dialect dialect) {
    this.dialect = dialect;
  }

  protected abstract DataSource database();

  private IdBlock block(Layout layout) {
    return IdBlocks.open(WorkerSource.file(directory), layout)
        .withMaxReach(Duration.ofDays(9))
        .claim("it's", 2L * layout.sequences());
  }

  private List<Long> ids(IdBlock block, long rows) throws SQLException {
    String sql =
        "select "
            + block.stripes(1).sql(dialect)
            + " as id from generate_series(1, "
            + rows
            + ") as s(n) window ids as (order by n)";
    List<Long> ids = new ArrayList<>();
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        ids.add(result.getLong(1));
      }
    }
    return ids;
  }

  @ParameterizedTest
  @FieldSource("LAYOUTS")
  void idsAreThoseOfTheBlock(Layout layout) throws SQLException {
    IdBlock block = block(layout);
    long rows = Math.min(block.size(), 100_000);
    assertThat(ids(block, rows))
        .containsExactlyElementsOf(LongStream.range(0, rows).mapToObj(block::id).toList());
  }

  @Test
  void rowTooManyFails() throws SQLException {
    IdBlock block = block(Layout.DEFAULT);
    assertThat(ids(block, 4_096)).endsWith(block.lastId()).doesNotHaveDuplicates();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> ids(block, 4_097))
        .withMessageContaining("block it's has 1 stripe of 4096 ids; claim a larger one");
  }
}
