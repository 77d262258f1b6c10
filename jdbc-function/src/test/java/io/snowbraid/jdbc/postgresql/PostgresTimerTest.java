package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An application that was undeployed is not kept by the timer of the server's driver. The driver
 * starts it for the first statement with a timeout, and needs it as long as a connection is open.
 */
@Tag("slow")
class PostgresTimerTest extends PostgresTestCase {

  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @BeforeEach
  void create() throws Exception {
    database = server.empty();
  }

  /** Runs in a class loader of its own. */
  public static final class Application implements Consumer<DataSource> {
    @Override
    public void accept(DataSource database) {
      try (Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(database)).build()) {
        if (ids.nextId() <= 0) {
          throw new IllegalStateException("no id");
        }
      }
    }
  }

  /** Loads this library and the application itself, and the rest as others do. */
  private static final class Apart extends URLClassLoader {

    Apart() {
      super(
          new URL[] {of(Snowflake.class), of(JdbcWorkerSource.class), of(Application.class)},
          Apart.class.getClassLoader());
    }

    static URL of(Class<?> type) {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.snowbraid.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }

  /** Opens a connection of a driver that no other test uses, so that it has no timer yet. */
  private Connection connection(URLClassLoader driver) throws Exception {
    Class<?> type = driver.loadClass(PGSimpleDataSource.class.getName());
    DataSource source = (DataSource) type.getConstructor().newInstance();
    PGSimpleDataSource address = (PGSimpleDataSource) database.dataSource();
    type.getMethod("setURL", String.class).invoke(source, address.getUrl());
    return source.getConnection(address.getUser(), address.getPassword());
  }

  /** A pool of one connection, which stays open. */
  private static DataSource pool(Connection connection) {
    return (DataSource)
        Proxy.newProxyInstance(
            PostgresTimerTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> unclosed(connection));
  }

  private static Connection unclosed(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            PostgresTimerTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("close")
                    ? null
                    : method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A method of its own, so that no variable of the caller keeps anything of the application. */
  @SuppressWarnings("unchecked")
  private static WeakReference<ClassLoader> undeployed(DataSource database) throws Exception {
    ClassLoader loader = new Apart();
    Class<?> type = loader.loadClass(Application.class.getName());
    assertThat(type).isNotSameAs(Application.class);
    Consumer<DataSource> application = (Consumer<DataSource>) type.getConstructor().newInstance();
    Thread thread = new Thread(() -> application.accept(database));
    thread.setContextClassLoader(loader);
    thread.start();
    thread.join();
    return new WeakReference<>(loader);
  }

  /** A record whose comparison replaces the one type of records that JDK 17 keeps. */
  private record Newer(String text) {}

  private static boolean isCollected(WeakReference<?> reference) {
    long begun = System.nanoTime();
    while (reference.get() != null && System.nanoTime() - begun < DEADLINE.toNanos()) {
      Newer newer = new Newer("newer");
      assertThat(newer.equals(new Newer("other"))).isFalse();
      assertThat(newer.toString() + newer.hashCode()).isNotEmpty();
      System.gc();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    return reference.get() == null;
  }

  private static Set<Thread> timers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("PostgreSQL-JDBC-SharedTimer"))
        .collect(Collectors.toSet());
  }

  @Test
  void timerOfTheDriverKeepsNothing() throws Exception {
    Set<Thread> before = timers();
    URL[] jar = {Apart.of(PGSimpleDataSource.class)};
    try (URLClassLoader driver = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader());
        Connection open = connection(driver)) {
      WeakReference<ClassLoader> application = undeployed(pool(open));
      Set<Thread> started = timers();
      started.removeAll(before);
      assertThat(started).hasSize(1);
      assertThat(isCollected(application)).isTrue();
      assertThat(started).allMatch(Thread::isAlive);
    }
  }
}
