package com.example;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

@QuarkusTest
@TestProfile(SchemaTenantsTest.Schemas.class)
class SchemaTenantsTest extends TenantsTest {

  public static class Schemas implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "quarkus.hibernate-orm.multitenant", "SCHEMA",
          "quarkus.hibernate-orm.schema-management.strategy", "none",
          "quarkus.hibernate-orm.sql-load-script", "no-file",
          "quarkus.datasource.jdbc.url",
              "jdbc:h2:mem:schemas;DATABASE_TO_LOWER=TRUE;INIT=" + tables());
    }

    private static String tables() {
      return List.of("base", "one", "two").stream()
          .map(tenant -> "create schema if not exists " + tenant + "\\;" + TABLE + tenant + ".City" + COLUMNS)
          .collect(Collectors.joining("\\;"));
    }
  }
}
