package io.snowbraid.jdbc;

import com.alibaba.druid.pool.DruidDataSource;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.vibur.dbcp.ViburDBCPDataSource;

/** The pools that applications use, each with a single connection. */
public enum Pools {
  HIKARI {
    @Override
    public Pool open(String url, String user, String password) {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl(url);
      pool.setUsername(user);
      pool.setPassword(password);
      pool.setMaximumPoolSize(1);
      return new Pool(pool, pool::close);
    }
  },
  AGROAL {
    @Override
    public Pool open(String url, String user, String password) throws SQLException {
      AgroalDataSourceConfigurationSupplier settings =
          new AgroalDataSourceConfigurationSupplier()
              .connectionPoolConfiguration(
                  pool ->
                      pool.maxSize(1)
                          .connectionFactoryConfiguration(
                              connections ->
                                  connections
                                      .jdbcUrl(url)
                                      .principal(new NamePrincipal(user))
                                      .credential(new SimplePassword(password))));
      AgroalDataSource pool = AgroalDataSource.from(settings);
      return new Pool(pool, pool::close);
    }
  },
  DBCP {
    @Override
    public Pool open(String url, String user, String password) {
      BasicDataSource pool = new BasicDataSource();
      pool.setUrl(url);
      pool.setUsername(user);
      pool.setPassword(password);
      pool.setMaxTotal(1);
      return new Pool(pool, pool::close);
    }
  },
  TOMCAT {
    @Override
    public Pool open(String url, String user, String password) {
      org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
      pool.setUrl(url);
      pool.setUsername(user);
      pool.setPassword(password);
      pool.setInitialSize(1);
      pool.setMaxActive(1);
      return new Pool(pool, pool::close);
    }
  },
  C3P0 {
    @Override
    public Pool open(String url, String user, String password) {
      ComboPooledDataSource pool = new ComboPooledDataSource();
      pool.setJdbcUrl(url);
      pool.setUser(user);
      pool.setPassword(password);
      pool.setInitialPoolSize(1);
      pool.setMinPoolSize(1);
      pool.setMaxPoolSize(1);
      pool.setMaxStatements(20);
      return new Pool(pool, pool::close);
    }
  },
  DRUID {
    @Override
    public Pool open(String url, String user, String password) {
      DruidDataSource pool = new DruidDataSource();
      pool.setUrl(url);
      pool.setUsername(user);
      pool.setPassword(password);
      pool.setMaxActive(1);
      pool.setPoolPreparedStatements(true);
      return new Pool(pool, pool::close);
    }
  },
  VIBUR {
    @Override
    public Pool open(String url, String user, String password) {
      ViburDBCPDataSource pool = new ViburDBCPDataSource();
      pool.setJdbcUrl(url);
      pool.setUsername(user);
      pool.setPassword(password);
      pool.setPoolInitialSize(1);
      pool.setPoolMaxSize(1);
      pool.start();
      return new Pool(pool, pool::close);
    }
  },
  /** Gives one connection to all, as it was left, and never closes it. */
  PLAIN {
    @Override
    public Pool open(String url, String user, String password) throws SQLException {
      Connection connection = DriverManager.getConnection(url, user, password);
      DataSource source =
          (DataSource)
              Proxy.newProxyInstance(
                  Pools.class.getClassLoader(),
                  new Class<?>[] {DataSource.class},
                  (proxy, method, arguments) -> stayingOpen(connection));
      return new Pool(source, connection::close);
    }
  };

  /** A pool that is open. */
  public record Pool(DataSource source, Closing closing) implements AutoCloseable {

    private interface Closing {
      void close() throws SQLException;
    }

    @Override
    public void close() throws SQLException {
      closing.close();
    }
  }

  /** Opens the pool. */
  public abstract Pool open(String url, String user, String password) throws SQLException;

  private static Connection stayingOpen(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Pools.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
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
