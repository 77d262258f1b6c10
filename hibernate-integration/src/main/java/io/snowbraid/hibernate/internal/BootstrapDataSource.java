package io.snowbraid.hibernate.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;

/** Presents Hibernate's connections, including the one that tenants share, as a data source. */
final class BootstrapDataSource {

  private BootstrapDataSource() {}

  static DataSource dataSource(JdbcConnectionAccess access) {
    AtomicBoolean hasWorked = new AtomicBoolean();
    return (DataSource)
        Proxy.newProxyInstance(
            BootstrapDataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConnection") && arguments == null) {
                Connection connection = obtained(access, hasWorked.get());
                hasWorked.set(true);
                return closing(access, connection);
              }
              throw new SQLException("not supported: " + method);
            });
  }

  private static Connection obtained(JdbcConnectionAccess access, boolean hasWorked)
      throws SQLException {
    try {
      return access.obtainConnection();
    } catch (SQLException e) {
      throw hasWorked ? exhausted(e) : e;
    }
  }

  /** Adds a hint for a pool that has worked before: all its connections may be in use. */
  private static SQLException exhausted(SQLException e) {
    return new SQLException(
        e.getMessage()
            + "; if transactions use all connections for longer than "
            + HibernateSettings.HORIZON
            + ", increase it, or lease workers from a separate pool by setting "
            + HibernateSettings.DATA_SOURCE,
        e.getSQLState(),
        e);
  }

  /** Wraps a connection so that closing it returns it to Hibernate. */
  private static Connection closing(JdbcConnectionAccess access, Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            BootstrapDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                access.releaseConnection(connection);
                return null;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
