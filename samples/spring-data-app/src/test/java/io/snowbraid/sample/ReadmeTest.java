package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import javax.tools.ToolProvider;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets in the documentation compile, run, and do what the surrounding text says. */
@Tag("own-process")
class ReadmeTest {

  private static final Pattern SNIPPET =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final String IMPORTS =
      """
      import io.snowbraid.*;
      import io.snowbraid.jdbc.*;
      import io.snowbraid.spring.json.*;
      import io.snowbraid.worker.*;
      import jakarta.persistence.*;
      import java.nio.file.*;
      import java.time.*;
      import java.util.*;
      import javax.sql.DataSource;
      import org.hibernate.Session;
      """;

  @TempDir private Path classes;

  private ClassLoader loader;

  private static final Path ROOT = Path.of("../..");

  private static final List<String> PAGES =
      List.of(
          "README.md",
          "generator/README.md",
          "jdbc-function/README.md",
          "hibernate-integration/README.md",
          "hibernate-integration/spring-boot-starter/README.md");

  private static List<String> snippets(String language) throws IOException {
    List<String> snippets = new ArrayList<>();
    for (String page : PAGES) {
      snippets.addAll(snippets(page, language));
    }
    return snippets;
  }

  private static List<String> snippets(String page, String language) throws IOException {
    return SNIPPET
        .matcher(Files.readString(ROOT.resolve(page)))
        .results()
        .filter(snippet -> snippet.group(1).equals(language))
        .map(snippet -> snippet.group(2))
        .toList();
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
        factory.inSession(session -> runStatements(database, session));
        runSql(database);
      }
    }
  }

  private static String entitySnippet() throws IOException {
    List<String> entities =
        snippets("java").stream().filter(ReadmeTest::isClass).distinct().toList();
    assertThat(entities).hasSize(1);
    return entities.get(0);
  }

  private static boolean isClass(String snippet) {
    return snippet.startsWith("@Entity");
  }

  private void runStatements(DataSource database, Session session) {
    int number = 0;
    try {
      for (String snippet : snippets("java").stream().filter(s -> !isClass(s)).toList()) {
        String name = "Snippet" + ++number;
        String source =
            IMPORTS
                + """
                public class %s {
                  public static void run(
                      DataSource dataSource, Session session, Instant from, Instant to) {
                    %s
                  }
                }
                """
                    .formatted(name, snippet);
        compile(name, source)
            .getMethod("run", DataSource.class, Session.class, Instant.class, Instant.class)
            .invoke(null, database, session, Instant.EPOCH, Instant.now());
      }
    } catch (Exception e) {
      throw new AssertionError("snippet " + number + " fails", e);
    }
    assertThat(number).isEqualTo(7);
  }

  private static void runSql(DataSource database) throws Exception {
    List<String> sql = snippets("README.md", "sql");
    assertThat(sql).isNotEmpty();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String statements : sql) {
        statement.execute(statements);
      }
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(DISTINCT ID) FROM CUSTOMER")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(3);
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
                System.getProperty("java.class.path") + File.pathSeparator + classes,
                file.toString());
    assertThat(status).as("compiles: %s", source).isZero();
    if (loader == null) { // one loader for all snippets, because they use the entity
      loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
      Thread.currentThread().setContextClassLoader(loader);
    }
    return loader.loadClass(name);
  }

  @Test
  void namedCommandsAreThere() throws IOException {
    assertThat(snippets("README.md", "sh"))
        .containsExactly(
            "mvn -q -Psample\n",
            "mvn verify\n",
            // the same commands begin the server's page, whose test runs them
            "java -jar snowbraid-server-0.1.0-SNAPSHOT-all.jar\nredis-cli -p 7878 GETID\n");
  }
}
