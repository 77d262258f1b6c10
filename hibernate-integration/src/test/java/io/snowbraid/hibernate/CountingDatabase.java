package io.snowbraid.hibernate;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database that counts batches and single inserts. */
final class CountingDatabase implements AutoCloseable {

  private final HikariDataSource pool;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger batches = new AtomicInteger();
  private final AtomicInteger single = new AtomicInteger();

  CountingDatabase(String name) {
    pool = TestFactory.database(name);
  }

  record Inserts(int batches, int single) {}

  /** Returns the inserts since the last call. */
  Inserts inserts() {
    return new Inserts(batches.getAndSet(0), single.getAndSet(0));
  }

  /** Returns how many connections were taken since the last call. */
  int connections() {
    return connections.getAndSet(0);
  }

  DataSource dataSource() {
    return proxy(
        DataSource.class,
        pool,
        (method, arguments, result) -> {
          if (result instanceof Connection connection) {
            connections.incrementAndGet();
            return counted(connection);
          }
          return result;
        });
  }

  private Connection counted(Connection connection) {
    return proxy(
        Connection.class,
        connection,
        (method, arguments, result) ->
            result instanceof PreparedStatement statement && isInsert(arguments)
                ? counted(statement)
                : result);
  }

  private static boolean isInsert(Object[] arguments) {
    return ((String) arguments[0]).toLowerCase(Locale.ROOT).startsWith("insert");
  }

  private PreparedStatement counted(PreparedStatement statement) {
    return proxy(
        PreparedStatement.class,
        statement,
        (method, arguments, result) -> {
          if (method.getName().equals("executeBatch")) {
            batches.incrementAndGet();
          } else if (method.getName().startsWith("execute")) {
            single.incrementAndGet();
          }
          return result;
        });
  }

  private interface AfterCall {
    Object apply(Method method, Object[] arguments, Object result);
  }

  private static <T> T proxy(Class<T> type, T target, AfterCall after) {
    return type.cast(
        Proxy.newProxyInstance(
            CountingDatabase.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return after.apply(method, arguments, method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  @Override
  public void close() {
    pool.close();
  }
}
