package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.SnowflakeFunctions;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests a driver that the container has, for all of its applications, which have this library. */
class H2InContainerTest {

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static DataSource database(ClassLoader container) throws ReflectiveOperationException {
    Class<?> type = container.loadClass(JdbcDataSource.class.getName());
    assertThat(type).isNotSameAs(JdbcDataSource.class);
    Object database = type.getConstructor().newInstance();
    type.getMethod("setURL", String.class).invoke(database, "jdbc:h2:mem:container");
    return (DataSource) database;
  }

  private static AutoCloseable install(ClassLoader application, DataSource database)
      throws ReflectiveOperationException {
    Class<?> functions = application.loadClass(SnowflakeFunctions.class.getName());
    assertThat(functions).isNotSameAs(SnowflakeFunctions.class);
    return (AutoCloseable) functions.getMethod("install", DataSource.class).invoke(null, database);
  }

  @Test
  void functionsAreFoundInTheApplication() throws Exception {
    URL[] driver = {location(JdbcDataSource.class)};
    URL[] library = {location(Snowflake.class), location(SnowflakeFunctions.class)};
    try (URLClassLoader container =
            new URLClassLoader(driver, ClassLoader.getPlatformClassLoader());
        URLClassLoader application = new URLClassLoader(library, container)) {
      DataSource database = database(container);
      try (Connection open = database.getConnection();
          AutoCloseable functions = install(application, database);
          Statement statement = open.createStatement();
          ResultSet row = statement.executeQuery("select next_snowflake()")) {
        assertThat(functions).isNotNull();
        assertThat(row.next()).isTrue();
        assertThat(row.getLong(1)).isPositive();
      }
    }
  }
}
