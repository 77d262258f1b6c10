package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.integration.SharedGenerator;
import io.snowbraid.worker.WorkerSource;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests an application as WildFly deploys it: the class loader of JBoss Modules shows neither the
 * Flight Recorder nor the drivers of the server's data sources.
 */
class HiddenClassesTest {

  private static final int IDS = 1000;

  private static final String MODULE =
      """
      <module xmlns="urn:jboss:module:1.9" name="application">
        <resources>%s</resources>
        <dependencies><module name="java.se"/></dependencies>
      </module>
      """;

  @TempDir private Path folder;

  private URLClassLoader jbossModules;
  private ClassLoader loader;

  /** Runs in the application's class loader; the data source is one of the server's. */
  public abstract static class Application implements Function<DataSource, List<Long>> {

    static List<Long> ids(Snowflake generator) {
      return LongStream.generate(generator::nextId).limit(IDS).boxed().toList();
    }
  }

  public static final class WithFixedWorker extends Application {
    @Override
    public List<Long> apply(DataSource none) {
      try (Snowflake ids = Snowflake.builder().worker(WorkerSource.fixed(81)).build()) {
        return ids(ids);
      }
    }
  }

  /** Does what the Hibernate integration does; so two generators hold a worker at once. */
  public static final class WithLeasedWorkers extends Application {
    @Override
    public List<Long> apply(DataSource database) {
      JdbcWorkerSource workers = JdbcWorkerSource.of(database);
      try (Snowflake one = Snowflake.builder().worker(workers).build();
          Snowflake other = Snowflake.builder().worker(workers).build()) {
        SharedGenerator.share(database, one);
        SharedGenerator.share(database, other);
        return List.of(
            (long) one.workerId(), (long) other.workerId(), one.nextId(), other.nextId());
      }
    }
  }

  /** Installs functions that would have to call classes of the driver. */
  public static final class WithFunctions extends Application {
    @Override
    public List<Long> apply(DataSource database) {
      try (FunctionsDataSource wrapped =
          SnowflakeFunctions.wrap(database, FunctionOptions.DEFAULT)) {
        wrapped.getConnection().close();
        return List.of();
      } catch (FunctionInstallException e) {
        throw new IllegalStateException(e.getMessage(), e);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
  }

  @BeforeEach
  void deploy() throws Exception {
    URL[] modules = {new File("target/jboss-modules/jboss-modules.jar").toURI().toURL()};
    jbossModules = new URLClassLoader(modules, ClassLoader.getPlatformClassLoader());
    Class<?> type = jbossModules.loadClass("org.jboss.modules.LocalModuleLoader");
    File[] repositories = {repository()};
    Object all = type.getConstructor(File[].class).newInstance((Object) repositories);
    Object application = type.getMethod("loadModule", String.class).invoke(all, "application");
    loader = (ClassLoader) application.getClass().getMethod("getClassLoader").invoke(application);
  }

  @AfterEach
  void undeploy() throws IOException {
    jbossModules.close();
  }

  /** Returns a folder with the module of the application, as WildFly makes one of a deployment. */
  private File repository() throws IOException {
    Path module = Files.createDirectories(folder.resolve("modules/application/main"));
    String resources =
        Stream.of(Snowflake.class, JdbcWorkerSource.class, Application.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .map("<resource-root path='%s'/>"::formatted)
            .collect(Collectors.joining());
    Files.writeString(module.resolve("module.xml"), MODULE.formatted(resources));
    return folder.resolve("modules").toFile();
  }

  @SuppressWarnings("unchecked")
  private List<Long> run(Class<? extends Application> type, DataSource database) throws Exception {
    Class<?> deployed = loader.loadClass(type.getName());
    assertThat(deployed).isNotSameAs(type);
    return ((Function<DataSource, List<Long>>) deployed.getConstructor().newInstance())
        .apply(database);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdk.jfr.FlightRecorder",
        "org.h2.jdbc.JdbcConnection",
        "org.sqlite.SQLiteConnection",
        "org.hsqldb.jdbc.JDBCConnection"
      })
  void classIsHidden(String name) throws Exception {
    assertThat(Class.forName(name)).isNotNull();
    assertThatExceptionOfType(ClassNotFoundException.class)
        .isThrownBy(() -> loader.loadClass(name));
  }

  @Test
  void idsAreIssuedWithoutTheFlightRecorder() throws Exception {
    Set<Long> ids = new HashSet<>(run(WithFixedWorker.class, null));
    assertThat(ids).hasSize(IDS);
  }

  private DataSource database(String address) {
    return UrlDataSource.of(address.replace("FOLDER", folder.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:hidden;DB_CLOSE_DELAY=-1",
        "jdbc:h2:FOLDER/hidden;DB_CLOSE_DELAY=0",
        "jdbc:hsqldb:mem:hidden",
        "jdbc:hsqldb:file:FOLDER/hsqldb/hidden",
        "jdbc:sqlite:FOLDER/sqlite"
      })
  void workersAreLeasedThoughTheDriverIsHidden(String address) throws Exception {
    List<Long> workersAndIds = run(WithLeasedWorkers.class, database(address));
    assertThat(workersAndIds).hasSize(4).doesNotHaveDuplicates().startsWith(0L, 1L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jdbc:h2:mem:functions;DB_CLOSE_DELAY=-1", "jdbc:sqlite:FOLDER/functions"})
  void functionsThatNeedTheDriverAreRefused(String address) {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> run(WithFunctions.class, database(address)))
        .withMessageContaining("driver");
  }
}
