package com.example;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.tenant.TenantResolver;
import jakarta.enterprise.context.ApplicationScoped;

/** The tenant of the calls that follow; without multi-tenancy, nobody asks. */
@PersistenceUnitExtension
@ApplicationScoped
public class Tenants implements TenantResolver {

  private volatile String current = "";

  void use(String tenant) {
    current = tenant;
  }

  @Override
  public String getDefaultTenantId() {
    return "base";
  }

  @Override
  public String resolveTenantId() {
    return current.isEmpty() ? getDefaultTenantId() : current;
  }
}
