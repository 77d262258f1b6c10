package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.layout.Layout;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.envers.AuditReaderFactory;
import org.hibernate.envers.Audited;
import org.hibernate.envers.RevisionEntity;
import org.hibernate.envers.RevisionNumber;
import org.hibernate.envers.RevisionTimestamp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests audited entities, and revisions whose numbers are snowflakes, too. */
@Tag("current-orm")
class EnversTest {

  @Entity(name = "Contract")
  @Audited
  static class Contract {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    String text = "first";
  }

  @Entity(name = "Revision")
  @RevisionEntity
  static class Revision {
    @Id
    @GeneratedValue(generator = "snowflake")
    @RevisionNumber
    long id;

    @RevisionTimestamp long timestamp;
  }

  @Test
  void entitiesAndRevisionsAreSnowflakes() {
    try (HikariDataSource database = TestFactory.database("envers");
        SessionFactory factory =
            TestFactory.open(
                database,
                Map.of("snowbraid.worker-id", 7, "hibernate.integration.envers.enabled", true),
                Contract.class,
                Revision.class)) {
      Contract contract = new Contract();
      factory.inTransaction(session -> session.persist(contract));
      factory.inTransaction(session -> session.find(Contract.class, contract.id).text = "second");
      List<Number> revisions =
          factory.fromSession(
              session -> AuditReaderFactory.get(session).getRevisions(Contract.class, contract.id));
      assertThat(revisions)
          .hasSize(2)
          .allMatch(revision -> Layout.DEFAULT.decode(revision.longValue()).worker() == 7);
    }
  }
}
