package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.engine.jdbc.connections.spi.MultiTenantConnectionProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tenants share one id space, in the database or schema that belongs to none of them. */
@Tag("current-orm")
class MultiTenancyTest {

  private static final List<String> TENANTS = List.of("a", "b");

  private final HikariDataSource common = TestFactory.database("common");

  @AfterEach
  void close() {
    common.close();
  }

  @Test
  void databaseForEachTenant() throws SQLException {
    Map<String, HikariDataSource> databases =
        Map.of("a", TestFactory.database("a"), "b", TestFactory.database("b"));
    try {
      for (HikariDataSource tenant : databases.values()) {
        execute(tenant, "create table Tenanted (id bigint primary key)");
      }
      requireOneIdSpace(tenant -> databases.get(tenant).getConnection());
    } finally {
      databases.values().forEach(HikariDataSource::close);
    }
  }

  @Test
  void schemaForEachTenant() throws SQLException {
    for (String tenant : TENANTS) {
      execute(common, "create schema " + tenant);
      execute(common, "create table " + tenant + ".Tenanted (id bigint primary key)");
    }
    requireOneIdSpace(
        tenant -> {
          Connection connection = common.getConnection(); // the pool resets the schema
          connection.setSchema(tenant.toUpperCase(Locale.ROOT));
          return connection;
        });
    for (String tenant : TENANTS) {
      try (Connection connection = common.getConnection()) {
        ResultSet rows =
            connection
                .createStatement()
                .executeQuery("select count(*) from " + tenant + ".Tenanted");
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
      }
    }
  }

  private static void execute(HikariDataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.createStatement().execute(sql);
    }
  }

  private void requireOneIdSpace(Tenancy tenancy) {
    JdbcWorkerSource.of(common).createTableIfMissing();
    Map<String, Object> settings = new HashMap<>();
    settings.put("hibernate.multi_tenant_connection_provider", new Provider(tenancy));
    settings.put("hibernate.hbm2ddl.auto", "none");
    try (SessionFactory factory =
        TestFactory.open(common, settings, IdSpaceEntities.Tenanted.class)) {
      long a = idOfTenant(factory, "a");
      long b = idOfTenant(factory, "b");
      assertThat(b).isGreaterThan(a);
      assertThat(Layout.DEFAULT.decode(a).worker()).isEqualTo(Layout.DEFAULT.decode(b).worker());
      assertThat(JdbcWorkerSource.of(common).withTable("PUBLIC.snowbraid_worker").workers())
          .hasSize(1);
    }
  }

  private static long idOfTenant(SessionFactory factory, String tenant) {
    try (var session = factory.withOptions().tenantIdentifier((Object) tenant).openSession()) {
      IdSpaceEntities.Tenanted entity = new IdSpaceEntities.Tenanted();
      session.beginTransaction();
      session.persist(entity);
      session.getTransaction().commit();
      return entity.id;
    }
  }

  /** Connects to the tables of a tenant. */
  private interface Tenancy {
    Connection connection(String tenant) throws SQLException;
  }

  private final class Provider implements MultiTenantConnectionProvider<String> {

    private static final long serialVersionUID = 1L;

    private final transient Tenancy tenancy;

    Provider(Tenancy tenancy) {
      this.tenancy = tenancy;
    }

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
      return tenancy.connection(tenant);
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
