package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.testing.Snippet;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets on the page of segments run if they need one database. */
class SegmentsPageTest {

  private static final String PARAMETERS =
      "javax.sql.DataSource dataSource, javax.sql.DataSource otherDataSource";

  @TempDir private Path classes;

  private static DataSource database() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:segments-page;DB_CLOSE_DELAY=-1");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table leaf_alloc (biz_tag varchar(128) primary key, max_id bigint, step int)");
      statement.execute("insert into leaf_alloc values ('orders', 300000, 1000)");
    }
    return database;
  }

  @Test
  void snippetsRun() throws Exception {
    DataSource database = database();
    Map<String, String> sources = new LinkedHashMap<>();
    for (Snippet snippet : Snippets.of("docs/segments.md", "java")) {
      String code = snippet.code();
      if (!snippet.declaresTypes()
          && !code.contains("otherDataSource")
          && !code.contains("Path.of")) {
        String name = "SegmentSnippet" + (sources.size() + 1);
        sources.put(name, Snippets.runnable(name, PARAMETERS, snippet));
      }
    }
    assertThat(sources).hasSize(8);
    try (URLClassLoader compiled = Snippets.compile(classes, sources)) {
      for (String name : sources.keySet()) {
        compiled
            .loadClass(name)
            .getMethod("run", DataSource.class, DataSource.class)
            .invoke(null, database, database);
      }
    }
    assertThat(JdbcSegmentSource.of(database).peek("orders")).hasValue(300_000);
  }
}
