package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import io.snowbraid.jdbc.JdbcWorkerSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.junit.jupiter.api.Test;

/** A database for each tenant: one id space for all, in the database that belongs to none. */
class TenantsTest {

  private final HikariDataSource common = TestFactory.database("common");
  private final Map<String, HikariDataSource> tenants =
      Map.of("a", TestFactory.database("a"), "b", TestFactory.database("b"));

  @Test
  void tenantsShareTheIdSpaceOfTheCommonDatabase() throws SQLException {
    for (HikariDataSource tenant : tenants.values()) {
      try (Connection connection = tenant.getConnection()) {
        connection.createStatement().execute("create table Tenanted (id bigint primary key)");
      }
    }
    JdbcWorkerSource.of(common).createTableIfMissing();
    Map<String, Object> settings = new HashMap<>();
    settings.put("hibernate.multi_tenant_connection_provider", new Provider());
    settings.put("hibernate.hbm2ddl.auto", "none");
    try (SessionFactory factory = TestFactory.open(common, settings, Spaces.Tenanted.class)) {
      long a = idOfTenant(factory, "a");
      long b = idOfTenant(factory, "b");
      assertThat(b).isGreaterThan(a);
      assertThat(Layout.DEFAULT.decode(a).worker()).isEqualTo(Layout.DEFAULT.decode(b).worker());
      assertThat(JdbcWorkerSource.of(common).workers()).hasSize(1);
    } finally {
      tenants.values().forEach(HikariDataSource::close);
      common.close();
    }
  }

  private static long idOfTenant(SessionFactory factory, String tenant) {
    try (var session = factory.withOptions().tenantIdentifier((Object) tenant).openSession()) {
      Spaces.Tenanted entity = new Spaces.Tenanted();
      session.beginTransaction();
      session.persist(entity);
      session.getTransaction().commit();
      return entity.id;
    }
  }

  private final class Provider implements MultiTenantConnectionProvider<String> {

    private static final long serialVersionUID = 1L;

    @Override
    public Connection getAnyConnection() throws SQLException {
      return common.getConnection();
    }

    @Override
    public void releaseAnyConnection(Connection connection) throws SQLException {
      connection.close();
    }

    @Override
    public Connection getConnection(String tenant) throws SQLException {
      return tenants.get(tenant).getConnection();
    }

    @Override
    public void releaseConnection(String tenant, Connection connection) throws SQLException {
      connection.close();
    }

    @Override
    public boolean supportsAggressiveRelease() {
      return false;
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
      return false;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
      throw new IllegalArgumentException("type=" + type);
    }
  }
}
