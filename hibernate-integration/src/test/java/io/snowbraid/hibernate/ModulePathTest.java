package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an application of named modules with Hibernate and a database, but without JSpecify. */
@Tag("slow")
class ModulePathTest {

  private static final String MODULE =
      """
      module shop {
        requires io.snowbraid.hibernate;
        requires jakarta.persistence;
        requires java.naming;
        opens shop;
      }
      """;

  private static final String MAIN =
      """
      package shop;

      import io.snowbraid.hibernate.SnowflakeId;
      import io.snowbraid.hibernate.SnowflakeSettings;
      import jakarta.persistence.Entity;
      import jakarta.persistence.GeneratedValue;
      import jakarta.persistence.Id;
      import org.hibernate.SessionFactory;
      import org.hibernate.cfg.Configuration;

      public class Shop {

        @Entity(name = "Named")
        public static class Named {
          @Id @GeneratedValue(generator = "snowflake") Long id;
        }

        @Entity(name = "Annotated")
        public static class Annotated {
          @Id @SnowflakeId(assigned = true) Long id;
        }

        private static Module driver() throws Exception {
          return Class.forName("org.h2.Driver").getModule();
        }

        public static void main(String[] arguments) throws Exception {
          Configuration configuration = new Configuration()
              .addAnnotatedClass(Named.class)
              .addAnnotatedClass(Annotated.class)
              .setProperty("hibernate.connection.url", "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1")
              .setProperty("hibernate.hbm2ddl.auto", "create")
              .setProperty(SnowflakeSettings.SQL_FUNCTIONS, "install")
              .setProperty(SnowflakeSettings.HORIZON, "90s");
          try (SessionFactory factory = configuration.buildSessionFactory()) {
            Named named = new Named();
            Annotated annotated = new Annotated();
            annotated.id = 42L;
            factory.inTransaction(session -> {
              session.persist(named);
              session.persist(annotated);
            });
            System.out.println(Shop.class.getModule() + " " + (named.id > 1L << 40) + " " + annotated.id);
            String sql = "select count(*) from next_snowflakes(3)";
            long ids = factory.fromSession(
                session -> session.createNativeQuery(sql, Long.class).getSingleResult());
            System.out.println("functions of a database in " + driver() + ": " + ids + " ids");
          }
        }
      }
      """;

  /** The jars on the module path; Hibernate's other dependencies stay on the class path. */
  private static final Pattern MODULES =
      Pattern.compile(
          ".*(snowbraid-(jdbc|generator)[^/]*\\.jar"
              + "|(jdbc-function|generator|hibernate-integration)/target/classes"
              + "|/(h2|hibernate-core|hibernate-models|jakarta\\.persistence-api)-[^/]*\\.jar)");

  /** Jars that the application must not need, and those of the test environment. */
  private static final Pattern ABSENT =
      Pattern.compile(".*(jspecify|test-classes|surefire|junit).*");

  @TempDir private Path folder;

  private static String path(Predicate<String> condition) {
    return JavaProcess.classPath(condition.and(Predicate.not(ABSENT.asMatchPredicate())));
  }

  /** Exceptions that are on the class path anyway. */
  private Predicate<String> exceptions = entry -> false;

  private Predicate<String> areModules() {
    return MODULES.asMatchPredicate().and(exceptions.negate());
  }

  private String modules() {
    return path(areModules());
  }

  private String others() {
    return path(areModules().negate());
  }

  private Path written(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private String compiled(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-d", folder.resolve("classes").toString(), "-p", modules(), "-cp", others());
      compiler
          .getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
          .call();
    }
    return messages
        .toString()
        .lines()
        .filter(line -> line.contains("error:"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  @Tag("before-orm-8") // the modules of Hibernate 8 do not resolve each other yet
  void applicationOfModulesCompilesAndRuns() throws Exception {
    assertThat(output())
        .contains("module shop true 42", "functions of a database in module com.h2database: 3 ids");
  }

  @Test
  @Tag("before-orm-8")
  void databaseMayBeOnTheClassPath() throws Exception {
    exceptions = entry -> entry.contains("/h2-");
    assertThat(output())
        .contains("module shop true 42", "functions of a database in unnamed module")
        .contains(": 3 ids");
  }

  private String output() throws IOException, InterruptedException {
    assertThat(
            compiled(
                List.of(
                    written("shop/module-info.java", MODULE),
                    written("shop/shop/Shop.java", MAIN))))
        .isEmpty();
    String path = folder.resolve("classes") + ":" + modules();
    return Programs.output(JavaProcess.with("-p", path, "-cp", others(), "-m", "shop/shop.Shop"));
  }
}
