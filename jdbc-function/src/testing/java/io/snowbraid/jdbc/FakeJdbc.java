package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.connection.TimedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Creates data sources and connections whose behaviour a test defines. */
public final class FakeJdbc {

  public static final int DEADLINE_SECONDS = 60;

  private FakeJdbc() {}

  public static DataSource dataSource(Callable<Connection> connections) {
    return proxy(DataSource.class, (proxy, method, arguments) -> connections.call());
  }

  /** Does something at one of the connections that are asked for, before it is given. */
  public static DataSource atConnection(int number, DataSource target, Runnable work) {
    AtomicInteger count = new AtomicInteger();
    return dataSource(
        () -> {
          if (count.incrementAndGet() == number) {
            work.run();
          }
          return target.getConnection();
        });
  }

  public static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  public static Object pass(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Waits until all calls of a data source have ended. */
  public static void awaitNoneOpen(DataSource dataSource) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (TimedCall.open(dataSource) > 0) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
