package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcSegmentSource;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import javax.tools.ToolProvider;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets on the page of segments compile, and those that need one database run. */
class SegmentsPageTest {

  private static final Pattern SNIPPET =
      Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

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

  private static List<String> snippets() throws IOException {
    String page = Files.readString(Path.of("../../docs/segments.md"));
    return SNIPPET.matcher(page).results().map(snippet -> snippet.group(1)).toList();
  }

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
    int run = 0;
    int number = 0;
    for (String snippet : snippets()) {
      String name = "SegmentSnippet" + ++number;
      if (isClass(snippet)) {
        compile(name, IMPORTS + snippet);
      } else {
        Class<?> compiled = compile(name, method(name, snippet));
        if (!snippet.contains("otherDataSource") && !snippet.contains("Path.of")) {
          compiled
              .getMethod("run", DataSource.class, DataSource.class)
              .invoke(null, database, database);
          run++;
        }
      }
    }
    assertThat(number).isEqualTo(14);
    assertThat(run).isEqualTo(8);
    assertThat(JdbcSegmentSource.of(database).peek("orders")).hasValue(300_000);
  }

  private static String method(String name, String snippet) {
    return IMPORTS
        + """
        public class %s {
          public static void run(DataSource dataSource, DataSource otherDataSource) {
            %s
          }
        }
        """
            .formatted(name, snippet);
  }

  private Class<?> compile(String name, String source) throws Exception {
    Path file = Files.writeString(classes.resolve(name + ".java"), source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                file.toString());
    assertThat(status).as("compiles: %s", source).isZero();
    URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    return isClass(source.substring(IMPORTS.length())) ? Object.class : loader.loadClass(name);
  }
}
