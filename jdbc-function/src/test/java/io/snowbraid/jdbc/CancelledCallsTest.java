package io.snowbraid.jdbc;

import static io.snowbraid.jdbc.FakeJdbc.DEADLINE_SECONDS;
import static io.snowbraid.jdbc.FakeJdbc.awaitNoneOpen;
import static io.snowbraid.jdbc.FakeJdbc.dataSource;
import static io.snowbraid.jdbc.FakeJdbc.pass;
import static io.snowbraid.jdbc.FakeJdbc.proxy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.worker.WorkerSourceException;
import java.lang.reflect.InvocationHandler;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what happens to the statement and the connection of a call that is given up. */
class CancelledCallsTest {

  private static final TimeLimit LONG = TimeLimit.of(Duration.ofSeconds(Long.MAX_VALUE));

  private final CountDownLatch hang = new CountDownLatch(1);
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final JdbcDataSource database = new JdbcDataSource();

  CancelledCallsTest() {
    database.setURL("jdbc:h2:mem:cancelled");
  }

  @AfterEach
  void endAll() {
    hang.countDown();
  }

  private Object hang() throws InterruptedException {
    hang.await();
    throw new IllegalStateException("has hung");
  }

  private String hear() throws InterruptedException {
    return heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Creates connections whose queries hang until they are cancelled or aborted, as the test says.
   */
  private DataSource hangingQueries(String endedBy) {
    InvocationHandler hanging =
        (proxy, method, arguments) -> {
          String name = method.getName();
          if (name.equals("executeQuery")) {
            heard.add("query");
            return hang();
          }
          if (name.equals("cancel") || name.equals("abort")) {
            heard.add(name);
            if (name.equals(endedBy)) {
              hang.countDown();
            } else {
              throw new SQLException("not supported", "0A000");
            }
          }
          return null;
        };
    return dataSource(
        () -> {
          Connection real = database.getConnection();
          return proxy(
              Connection.class,
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "prepareStatement" -> statement(real, arguments, hanging);
                    case "abort" -> hanging.invoke(proxy, method, arguments);
                    default -> pass(real, method, arguments);
                  });
        });
  }

  private static PreparedStatement statement(
      Connection real, Object[] arguments, InvocationHandler hanging) throws SQLException {
    PreparedStatement statement = real.prepareStatement((String) arguments[0]);
    return proxy(
        PreparedStatement.class,
        (proxy, method, values) ->
            method.getName().equals("executeQuery") || method.getName().equals("cancel")
                ? hanging.invoke(proxy, method, values)
                : pass(statement, method, values));
  }

  /** Gives up a query once it hangs. */
  private void cancelAQuery(DataSource hanging) throws Exception {
    FutureTask<?> call =
        new FutureTask<>(
            () ->
                TimedCall.run(
                    hanging,
                    LONG,
                    borrowed -> borrowed.connection().prepareStatement("select 1").executeQuery()));
    Thread caller = new Thread(call);
    caller.start();
    assertThat(hear()).isEqualTo("query");
    caller.interrupt();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> call.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .withMessageContaining("interrupted while waiting for the worker database");
  }

  @Test
  void statementThatIsGivenUpIsCancelled() throws Exception {
    DataSource hanging = hangingQueries("cancel");
    cancelAQuery(hanging);
    awaitNoneOpen(hanging);
    assertThat(heard).containsExactly("cancel");
  }

  @Test
  void callThatTakesTooLongSaysWhatToDo() throws Exception {
    DataSource hanging = hangingQueries("cancel");
    TimeLimit brief = new TimeLimit(LONG.whole(), Duration.ofMillis(50), "end the other session");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(
            () ->
                TimedCall.run(
                    hanging,
                    brief,
                    borrowed -> borrowed.connection().prepareStatement("select 1").executeQuery()))
        .withMessage("worker database did not answer within 50 ms; end the other session");
    awaitNoneOpen(hanging);
  }

  @Test
  void connectionIsDroppedWhereCancellingDoesNotHelp() throws Exception {
    DataSource hanging = hangingQueries("abort");
    cancelAQuery(hanging);
    awaitNoneOpen(hanging);
    assertThat(heard).containsExactly("cancel", "abort");
  }

  @Test
  void cancelThatHangsHoldsNobodyUp() throws Exception {
    CountDownLatch cancel = new CountDownLatch(1);
    DataSource hanging =
        dataSource(
            () -> {
              Connection real = database.getConnection();
              return proxy(
                  Connection.class,
                  (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                      return statement(
                          real,
                          arguments,
                          (statement, called, values) -> {
                            if (called.getName().equals("cancel")) {
                              cancel.await();
                            }
                            heard.add("query");
                            return hang();
                          });
                    }
                    if (method.getName().equals("abort")) {
                      heard.add("abort");
                    }
                    return pass(real, method, arguments);
                  });
            });
    cancelAQuery(hanging);
    assertThat(hear()).isEqualTo("abort");
    assertThat(TimedCall.open(hanging)).isEqualTo(1);
    hang.countDown();
    cancel.countDown();
    awaitNoneOpen(hanging);
  }
}
