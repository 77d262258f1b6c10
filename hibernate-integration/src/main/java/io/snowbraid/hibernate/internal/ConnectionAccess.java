package io.snowbraid.hibernate.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;

/** Hibernate's connections, the tenants' common one among them, as a data source. */
final class ConnectionAccess {

  private ConnectionAccess() {}

  static DataSource dataSource(JdbcConnectionAccess access) {
    return (DataSource)
        Proxy.newProxyInstance(
            ConnectionAccess.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConnection") && arguments == null) {
                return closing(access, access.obtainConnection());
              }
              throw new SQLException("not supported: " + method);
            });
  }

  /** A connection that goes back where it came from. */
  private static Connection closing(JdbcConnectionAccess access, Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionAccess.class.getClassLoader(),
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
