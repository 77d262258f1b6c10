package com.example;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@QuarkusTest
@TestProfile(DatabaseTenantsTest.Databases.class)
class DatabaseTenantsTest extends TenantsTest {

  public static class Databases implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> settings = new HashMap<>();
      settings.put("quarkus.hibernate-orm.multitenant", "DATABASE");
      settings.put("quarkus.hibernate-orm.datasource", "base");
      settings.put("quarkus.hibernate-orm.schema-management.strategy", "none");
      settings.put("quarkus.hibernate-orm.sql-load-script", "no-file");
      for (String tenant : List.of("base", "one", "two")) {
        String source = "quarkus.datasource." + tenant;
        settings.put(source + ".db-kind", "h2");
        settings.put(
            source + ".jdbc.url",
            "jdbc:h2:mem:" + tenant + ";INIT=" + TABLE + "City" + COLUMNS);
      }
      return settings;
    }
  }
}
