/** Generates entity ids for Hibernate ORM under the generator name {@code snowflake}. */
module io.snowbraid.hibernate {
  requires transitive io.snowbraid;
  requires io.snowbraid.jdbc;
  requires transitive org.hibernate.orm.core;
  requires jakarta.persistence;
  requires java.naming;
  requires static org.eclipse.microprofile.config;
  requires static org.hibernate.models; // since Hibernate 7.0
  requires static org.jspecify;

  exports io.snowbraid.hibernate;
  exports io.snowbraid.hibernate.internal to
      io.snowbraid.spring;

  provides org.hibernate.boot.model.FunctionContributor with
      io.snowbraid.hibernate.boot.HqlFunctionContributor;
  provides org.hibernate.boot.spi.AdditionalMappingContributor with
      io.snowbraid.hibernate.boot.SnowflakeMappingContributor;
  provides org.hibernate.integrator.spi.Integrator with
      io.snowbraid.hibernate.boot.SnowflakeIntegrator;
  provides org.hibernate.service.spi.ServiceContributor with
      io.snowbraid.hibernate.boot.IdSpaceRegistryContributor;
}
