package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import javax.tools.ToolProvider;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the README compile, run, and do what the text around them says. */
class ReadmeTest {

  private static final Pattern SNIPPET =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final String IMPORTS =
      """
      import io.snowbraid.*;
      import io.snowbraid.jdbc.*;
      import io.snowbraid.worker.*;
      import jakarta.persistence.*;
      import java.nio.file.*;
      import java.time.*;
      import javax.sql.DataSource;
      """;

  @TempDir private Path classes;

  private static List<String> snippets(String language) throws IOException {
    Matcher matcher = SNIPPET.matcher(Files.readString(Path.of("../../README.md")));
    List<String> snippets = new ArrayList<>();
    while (matcher.find()) {
      if (matcher.group(1).equals(language)) {
        snippets.add(matcher.group(2));
      }
    }
    return snippets;
  }

  @Test
  void entityAloneGivesIdsThatSqlShares() throws Exception {
    Class<?> entity = compile("City", IMPORTS + entitySnippet());
    Configuration configuration = new Configuration().addAnnotatedClass(entity);
    try (HikariDataSource database = new HikariDataSource()) {
      database.setJdbcUrl("jdbc:h2:mem:readme");
      configuration.getProperties().put("hibernate.connection.datasource", database);
      configuration.setProperty("hibernate.hbm2ddl.auto", "create");
      try (SessionFactory factory = configuration.buildSessionFactory()) {
        Constructor<?> constructor = entity.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object city = constructor.newInstance();
        factory.inTransaction(session -> session.persist(city));
        Object id = factory.getPersistenceUnitUtil().getIdentifier(city);
        assertThat(Layout.DEFAULT.decode((Long) id).worker()).isZero();
        runStatements(database);
        runSql(database);
      }
    }
  }

  private static String entitySnippet() throws IOException {
    return snippets("java").stream().filter(ReadmeTest::isClass).findFirst().orElseThrow();
  }

  private static boolean isClass(String snippet) {
    return snippet.startsWith("@Entity");
  }

  private void runStatements(DataSource database) throws Exception {
    int number = 0;
    for (String snippet : snippets("java").stream().filter(s -> !isClass(s)).toList()) {
      String name = "Snippet" + ++number;
      String source =
          IMPORTS
              + "public class %s { public static void run(DataSource dataSource) { %s } }"
                  .formatted(name, snippet);
      Method run = compile(name, source).getMethod("run", DataSource.class);
      assertThat(run.invoke(null, database)).isNull();
    }
    assertThat(number).isEqualTo(3);
  }

  private static void runSql(DataSource database) throws Exception {
    List<String> sql = snippets("sql");
    assertThat(sql).isNotEmpty();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String statements : sql) {
        statement.execute(statements);
      }
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(DISTINCT ID) FROM CUSTOMER")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1_000);
      }
    }
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
    Thread.currentThread().setContextClassLoader(loader);
    return loader.loadClass(name);
  }

  @Test
  void namedCommandsAreThere() throws IOException {
    assertThat(snippets("sh")).containsExactly("mvn -q -Psample\n", "mvn verify\n");
  }
}
