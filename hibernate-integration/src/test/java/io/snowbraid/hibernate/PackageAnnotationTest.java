package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.hibernate.packaged.Crate;
import io.snowbraid.hibernate.packaged.Defined;
import io.snowbraid.hibernate.packaged.Identified;
import io.snowbraid.hibernate.packaged.Parcel;
import io.snowbraid.hibernate.packaged.Undefined;
import io.snowbraid.hibernate.unpackaged.Envelope;
import io.snowbraid.hibernate.unpackaged.Plain;
import java.util.Map;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests to which identifiers {@code @SnowflakeId} on a package applies. */
class PackageAnnotationTest {

  private final HikariDataSource database = TestFactory.database("packages");

  @AfterEach
  void close() {
    database.close();
  }

  private long idOf(Class<?> entity) throws ReflectiveOperationException {
    try (SessionFactory factory =
        TestFactory.open(database, Map.of("snowbraid.worker-id", 7), entity)) {
      Object stored = entity.getDeclaredConstructor().newInstance();
      factory.inTransaction(session -> session.persist(stored));
      return (Long) factory.getPersistenceUnitUtil().getIdentifier(stored);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Parcel.class, Crate.class, Envelope.class})
  void entitiesOfThePackageAndSubclassesOfItsClassesHaveSnowflakes(Class<?> entity)
      throws ReflectiveOperationException {
    assertThat(idOf(entity)).isGreaterThan(1L << 40);
  }

  @ParameterizedTest
  @ValueSource(classes = {Plain.class, Defined.class, Identified.class})
  void otherEntitiesKeepTheirGenerators(Class<?> entity) throws ReflectiveOperationException {
    assertThat(idOf(entity)).isEqualTo(1);
  }

  @Test
  void undefinedNameIsRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> idOf(Undefined.class))
        .withMessage(
            "attribute would not get a Snowbraid id: io.snowbraid.hibernate.packaged.Undefined.id"
                + " names generator \"parcel_sequence\", which Hibernate would resolve to a"
                + " database sequence; remove generator = \"parcel_sequence\" to use the package's"
                + " @SnowflakeId, or define a generator of that name");
  }
}
