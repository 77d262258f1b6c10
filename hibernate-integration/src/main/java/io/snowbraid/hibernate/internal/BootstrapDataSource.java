package io.snowbraid.hibernate.internal;

import io.snowbraid.jdbc.dialect.DriverMethods;
import io.snowbraid.jdbc.internal.Causes;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.jspecify.annotations.Nullable;

/**
 * Presents Hibernate's connections as a data source, including the connection that tenants share.
 */
final class BootstrapDataSource {

  private BootstrapDataSource() {}

  /**
   * Returns the data source.
   *
   * @param access provides the connections
   * @param provider the connections' origin, which can be unwrapped if it is a pool; null with
   *     tenants
   */
  static DataSource dataSource(JdbcConnectionAccess access, @Nullable ConnectionProvider provider) {
    AtomicBoolean hasWorked = new AtomicBoolean();
    return (DataSource)
        Proxy.newProxyInstance(
            BootstrapDataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConnection") && arguments == null) {
                Connection connection = obtained(access, (DataSource) proxy, hasWorked.get());
                hasWorked.set(true);
                return closing(access, connection);
              }
              if (method.getName().equals("isWrapperFor")) {
                return unwrapped(provider, (Class<?>) arguments[0]) != null;
              }
              Object unwrapped =
                  method.getName().equals("unwrap")
                      ? unwrapped(provider, (Class<?>) arguments[0])
                      : null;
              if (unwrapped == null) {
                throw new SQLException("not supported: " + method);
              }
              return unwrapped;
            });
  }

  private static @Nullable Object unwrapped(@Nullable ConnectionProvider provider, Class<?> type)
      throws SQLException {
    if (provider == null || !provider.isUnwrappableAs(DataSource.class)) {
      return null;
    }
    DataSource pool = provider.unwrap(DataSource.class);
    if (type.isInstance(pool)) {
      return pool;
    }
    return pool.isWrapperFor(type) ? pool.unwrap(type) : null;
  }

  private static Connection obtained(
      JdbcConnectionAccess access, DataSource self, boolean hasWorked) throws SQLException {
    try {
      return access.obtainConnection();
    } catch (SQLException e) {
      throw hasWorked && !isUnreachable(e) && !isEmpty(self) ? exhausted(e) : e;
    }
  }

  /** Returns whether a connection failed to open. Pools then report the reason. */
  private static boolean isUnreachable(SQLException e) {
    return Causes.of(e, SQLException.class)
        .anyMatch(
            cause ->
                cause instanceof SQLNonTransientConnectionException
                    || String.valueOf(cause.getSQLState()).startsWith("08"));
  }

  /** Returns whether the pool is empty. HikariCP reports the reason only once. */
  private static boolean isEmpty(DataSource pool) {
    return DriverMethods.of(
            pool,
            "com.zaxxer.hikari.HikariDataSource",
            "getHikariPoolMXBean",
            "getTotalConnections")
        .filter(total -> total.equals(0))
        .isPresent();
  }

  /** Adds a hint for a pool that has worked before: all its connections may be in use. */
  private static SQLException exhausted(SQLException e) {
    return new SQLException(
        e.getMessage()
            + "; if transactions use all connections for longer than "
            + HibernateSettings.name(Setting.HORIZON)
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
