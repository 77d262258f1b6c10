package io.snowbraid.hibernate;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.transaction.jta.platform.internal.NoJtaPlatform;

/** Creates session factories on in-memory H2 databases, through a connection pool. */
final class TestFactory {

  private TestFactory() {}

  static HikariDataSource database(String name) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:" + name);
    config.setMaximumPoolSize(4);
    return new HikariDataSource(config);
  }

  static SessionFactory open(
      DataSource database, Map<String, Object> settings, Class<?>... entities) {
    Configuration configuration = configuration(database, settings);
    for (Class<?> entity : entities) {
      configuration.addAnnotatedClass(entity);
    }
    return configuration.buildSessionFactory();
  }

  static Configuration configuration(DataSource database, Map<String, Object> settings) {
    return configure(new Configuration(), database, settings);
  }

  static Configuration configure(
      Configuration configuration, DataSource database, Map<String, Object> settings) {
    configuration.getProperties().put("hibernate.connection.datasource", database);
    configuration.getProperties().put("hibernate.hbm2ddl.auto", "create-drop");
    configuration.getProperties().put("hibernate.jdbc.batch_size", 50);
    configuration.getProperties().put("hibernate.integration.envers.enabled", false);
    configuration
        .getProperties()
        .put(
            "hibernate.transaction.jta.platform",
            NoJtaPlatform.INSTANCE); // although one is on the class path
    configuration.getProperties().putAll(settings);
    return configuration;
  }
}
