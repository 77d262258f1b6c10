package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcSegmentSource;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets on the page of segments compile, and those that need one database run. */
class SegmentsPageTest {

  private static final String IMPORTS =
      """
      import io.snowbraid.*;
      import io.snowbraid.jdbc.*;
      import io.snowbraid.segment.*;
      import jakarta.persistence.*;
      import java.nio.file.*;
      import java.time.*;
      import java.util.*;
      import javax.sql.DataSource;
      import org.springframework.beans.factory.annotation.*;
      """;

  @TempDir private Path classes;

  private static boolean isClass(String snippet) {
    return snippet.startsWith("@Entity") || snippet.startsWith("class ");
  }

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
  void snippetsCompileAndRun() throws Exception {
    DataSource database = database();
    Map<String, String> sources = new LinkedHashMap<>();
    List<String> run = new ArrayList<>();
    for (String snippet : Snippets.of("docs/segments.md", "java")) {
      String name = "SegmentSnippet" + (sources.size() + 1);
      sources.put(name, IMPORTS + (isClass(snippet) ? snippet : method(name, snippet)));
      if (!isClass(snippet)
          && !snippet.contains("otherDataSource")
          && !snippet.contains("Path.of")) {
        run.add(name);
      }
    }
    assertThat(sources).hasSize(14);
    assertThat(run).hasSize(8);
    try (URLClassLoader compiled = Snippets.compile(classes, sources)) {
      for (String name : run) {
        compiled
            .loadClass(name)
            .getMethod("run", DataSource.class, DataSource.class)
            .invoke(null, database, database);
      }
    }
    assertThat(JdbcSegmentSource.of(database).peek("orders")).hasValue(300_000);
  }

  private static String method(String name, String snippet) {
    return """
    public class %s {
      public static void run(DataSource dataSource, DataSource otherDataSource) {
        %s
      }
    }
    """
        .formatted(name, snippet);
  }
}
