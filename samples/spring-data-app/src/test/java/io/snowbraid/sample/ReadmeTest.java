package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.layout.Layout;
import io.snowbraid.testing.Snippet;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets in the documentation run, and do what the surrounding text says. */
class ReadmeTest {

  /** What the snippets take from their surroundings. */
  private static final String PARAMETERS =
      "javax.sql.DataSource dataSource, org.hibernate.Session session,"
          + " java.time.Instant from, java.time.Instant to";

  @TempDir private Path classes;

  private static final List<String> PAGES =
      List.of(
          "README.md",
          "generator/README.md",
          "jdbc-function/README.md",
          "hibernate-integration/README.md",
          "hibernate-integration/spring-boot-starter/README.md");

  private static List<Snippet> javaSnippets() throws IOException {
    List<Snippet> snippets = new ArrayList<>();
    for (String page : PAGES) {
      snippets.addAll(Snippets.of(page, "java"));
    }
    return snippets;
  }

  @Test
  void entityAloneGivesIdsThatSqlShares() throws Exception {
    Map<String, String> sources = new LinkedHashMap<>();
    Snippet city = entitySnippet();
    sources.put("City", city.imports() + city.code());
    List<String> methods = new ArrayList<>();
    for (Snippet snippet : javaSnippets()) {
      if (!isEntity(snippet)) {
        String name = "Snippet" + sources.size();
        sources.put(name, Snippets.runnable(name, PARAMETERS, snippet));
        methods.add(name);
      }
    }
    assertThat(methods).hasSize(8);
    try (URLClassLoader compiled = Snippets.compile(classes, sources)) {
      Thread.currentThread().setContextClassLoader(compiled); // Hibernate looks for the entity
      run(compiled, methods);
    } finally {
      Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }
  }

  private static void run(ClassLoader compiled, List<String> methods) throws Exception {
    Class<?> entity = compiled.loadClass("City");
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
        try (Session session = factory.openSession()) {
          for (String name : methods) {
            compiled
                .loadClass(name)
                .getMethod("run", DataSource.class, Session.class, Instant.class, Instant.class)
                .invoke(null, database, session, Instant.EPOCH, Instant.now());
          }
        }
        runSql(database);
      }
    }
  }

  private static Snippet entitySnippet() throws IOException {
    List<Snippet> entities =
        javaSnippets().stream().filter(ReadmeTest::isEntity).distinct().toList();
    assertThat(entities).hasSize(1);
    return entities.get(0);
  }

  private static boolean isEntity(Snippet snippet) {
    return snippet.code().startsWith("@Entity");
  }

  private static void runSql(DataSource database) throws Exception {
    List<Snippet> sql = Snippets.of("README.md", "sql");
    assertThat(sql).isNotEmpty();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (Snippet statements : sql) {
        statement.execute(statements.code());
      }
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(DISTINCT ID) FROM CUSTOMER")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(3);
      }
    }
  }

  @Test
  void namedCommandsAreThere() throws IOException {
    assertThat(Snippets.of("README.md", "sh"))
        .extracting(Snippet::code)
        .containsExactly(
            "mvn -q -Psample\n",
            "mvn verify\n",
            // the same commands begin the server's page, whose test runs them
            "java -jar snowbraid-server-0.1.0-SNAPSHOT-all.jar\nredis-cli -p 7878 GETID\n");
  }
}
