package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A web application that is undeployed leaves nothing that keeps its classes reachable. */
@Tag("slow")
class UnloadedApplicationTest {

  /**
   * Runs in a class loader of its own, with the library and its driver, and shuts down properly.
   */
  public static final class Application implements Callable<Boolean> {

    @Override
    public Boolean call() throws SQLException {
      JdbcDataSource database = new JdbcDataSource();
      database.setUrl("jdbc:h2:mem:undeployed");
      try (Connection open = database.getConnection()) { // keeps the database open
        InstalledFunctions functions =
            SnowflakeFunctions.install(database, FunctionOptions.DEFAULT);
        ResultSet rows = open.createStatement().executeQuery("CALL NEXT_SNOWFLAKE()");
        boolean isIssued = rows.next() && rows.getLong(1) > 0;
        functions.close();
        return isIssued;
      } finally {
        deregisterDrivers();
      }
    }

    /**
     * Deregisters drivers as a servlet container does; listing the drivers can register this one.
     */
    private static void deregisterDrivers() throws SQLException {
      int looks = 2;
      for (int look = 0; look < looks; look++) {
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
          DriverManager.deregisterDriver(driver);
        }
      }
    }
  }

  /** A process that runs the application, without its classes on its own class path. */
  static final class Container {

    private Container() {}

    /** The library and one driver; some other drivers stay in the process. */
    private static final Pattern LIBRARIES =
        Pattern.compile(".*(classes|snowbraid-[^/]*\\.jar|/h2-[^/]*\\.jar)");

    /** A record whose comparison replaces the one record type that JDK 17 keeps. */
    private record Newer(File first) {}

    public static void main(String[] args) throws Exception {
      WeakReference<ClassLoader> loader = deployedAndUndeployed();
      forgetRecordsOfTheApplication();
      long deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
      while (loader.get() != null && System.nanoTime() < deadline) {
        System.gc();
        Thread.sleep(200); // background threads are idle for a while before they end
      }
      System.out.println(loader.get() == null ? "collected" : "kept");
    }

    /** A method of its own, so that no variable of the caller keeps anything of the application. */
    private static WeakReference<ClassLoader> deployedAndUndeployed() throws Exception {
      URL[] libraries =
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
              .filter(LIBRARIES.asMatchPredicate())
              .map(Container::url)
              .toArray(URL[]::new);
      try (URLClassLoader loader =
          new URLClassLoader(libraries, ClassLoader.getPlatformClassLoader())) {
        Class<?> type = loader.loadClass(Application.class.getName());
        FutureTask<?> task = new FutureTask<>((Callable<?>) type.getConstructor().newInstance());
        Thread thread = new Thread(task); // drivers may keep something in thread locals
        thread.start();
        System.out.println("issued=" + task.get() + ", apart=" + (type != Application.class));
        thread.join();
        return new WeakReference<>(loader);
      }
    }

    private static URL url(String path) {
      try {
        return new File(path).toURI().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(path, e);
      }
    }

    /**
     * Makes Java forget the application's records: it keeps the type that was compared or printed
     * last.
     */
    private static void forgetRecordsOfTheApplication() {
      Newer newer = new Newer(new File("."));
      System.out.println(newer + " " + newer.hashCode() + " " + newer.equals(new Newer(null)));
    }
  }

  @Test
  void classesAreCollected() throws Exception {
    assertThat(Programs.output(JavaProcess.of(Container.class)))
        .contains("issued=true, apart=true")
        .endsWith("collected\n");
  }
}
