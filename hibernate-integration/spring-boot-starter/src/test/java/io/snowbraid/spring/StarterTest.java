package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.spring.parcels.Parcel;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests an application with the starter, a database, entities and Actuator, but no code for ids.
 */
@SpringBootTest(
    properties = {
      "spring.datasource.hikari.maximum-pool-size=1",
      "snowbraid.sql-functions.install=true",
      "snowbraid.namespace=parcels"
    })
class StarterTest {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Parcel.class)
  static class Application {}

  @Autowired private IdGenerator ids;
  @Autowired private Snowflake snowflake;
  @Autowired private HikariDataSource database;
  @Autowired private EntityManagerFactory entities;
  @Autowired private HealthEndpoint health;
  @Autowired private MeterRegistry meters;

  private Parcel persisted() {
    return entities
        .unwrap(SessionFactory.class)
        .fromTransaction(
            manager -> {
              Parcel parcel = new Parcel();
              manager.persist(parcel);
              return parcel;
            });
  }

  private double issued() {
    return meters.get("snowbraid.ids").functionCounter().count();
  }

  @Test
  void entitiesFunctionsAndTheBeanShareOneGenerator() {
    long before = ids.nextId();
    double issued = issued();
    Parcel parcel = persisted();
    long after = ids.nextId();
    assertThat(parcel.getId()).isGreaterThan(before);
    assertThat(parcel.getTracking()).isGreaterThan(parcel.getId()).isLessThan(after);
    assertThat(issued() - issued).isEqualTo(3);
    assertThat(JdbcWorkerSource.of(database).withNamespace("parcels").workers())
        .singleElement()
        .satisfies(worker -> assertThat(worker.worker()).isEqualTo(snowflake.workerId()));
  }

  @Test
  void healthIsThatOfTheGenerator() {
    assertThat(health.healthForPath("snowbraid").getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void identifierIsAStringInJson() throws Exception {
    Parcel parcel = persisted();
    assertThat(new JsonMapper().writeValueAsString(parcel))
        .contains("\"id\":\"" + parcel.getId() + "\"");
  }
}
