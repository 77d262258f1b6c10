package io.snowbraid.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Delegates to a real database; updates can lose their answer, or be done late. */
public final class FaultyDataSource {

  /** What happens to the next update. */
  public enum Fault {
    NONE,
    /** It is done, but its answer is lost. */
    REPLY_LOST,
    /** Its answer is lost, and it is done when {@link #landLate} is called. */
    LATE,
    /** Instead of the update, the next read is rolled back in favour of another transaction. */
    READ_ROLLED_BACK
  }

  private final DataSource target;
  private volatile Fault next = Fault.NONE;
  private volatile boolean broken;
  private volatile UnaryOperator<String> change = UnaryOperator.identity();
  private PreparedStatement late;

  public FaultyDataSource(DataSource target) {
    this.target = target;
  }

  public void setNext(Fault fault) {
    next = fault;
  }

  /** Changes each statement, for a broken source. */
  public void rewriteStatements(UnaryOperator<String> change) {
    this.change = change;
  }

  public void setBroken(boolean broken) {
    this.broken = broken;
  }

  public DataSource dataSource() {
    return proxy(
        DataSource.class,
        (proxy, method, arguments) -> {
          if (broken) {
            throw new SQLException("connection refused", "08001");
          }
          Object result = call(target, method, arguments);
          return result instanceof Connection connection ? faulty(connection) : result;
        });
  }

  private Connection faulty(Connection connection) {
    return proxy(
        Connection.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("close") && late != null) {
            return null; // the late update needs it
          }
          if (method.getName().equals("prepareStatement")) {
            arguments[0] = change.apply((String) arguments[0]);
          }
          Object result = call(connection, method, arguments);
          if (method.getName().equals("commit") && next == Fault.REPLY_LOST) {
            next = Fault.NONE;
            throw new SQLException("connection reset", "08006");
          }
          return result instanceof PreparedStatement statement
              ? faulty(statement, ((String) arguments[0]).contains("update "))
              : result;
        });
  }

  private PreparedStatement faulty(PreparedStatement statement, boolean updates) {
    return proxy(
        PreparedStatement.class,
        (proxy, method, arguments) -> {
          boolean isQuery = method.getName().equals("executeQuery");
          boolean isUpdate = method.getName().equals("executeUpdate") || (isQuery && updates);
          boolean isHit = next == Fault.READ_ROLLED_BACK ? isQuery && !updates : isUpdate;
          Fault fault = isHit ? next : Fault.NONE;
          if (fault != Fault.NONE) {
            next = Fault.NONE;
          }
          if (fault == Fault.READ_ROLLED_BACK) {
            throw new SQLException("could not serialize access", "40001");
          }
          if (fault == Fault.LATE) {
            late = statement;
            throw new SQLException("read timed out", "08006");
          }
          if (method.getName().equals("close") && late == statement) {
            return null;
          }
          Object result = call(statement, method, arguments);
          if (fault == Fault.REPLY_LOST) {
            throw new SQLException("connection reset", "08006");
          }
          return result;
        });
  }

  /** Lets the delayed update reach the database. */
  public int landLate() throws SQLException {
    PreparedStatement statement = late;
    late = null;
    Connection connection = statement.getConnection();
    try {
      return statement.executeUpdate();
    } finally {
      connection.close();
    }
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
