package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests what callers other than Hibernate ORM rely on. Hibernate Reactive calls {@code generate} on
 * its event loop, which must not wait for a database, and it does not pass an assigned id when it
 * persists an entity.
 */
class GenerateContractTest {

  private final CountingDatabase database = new CountingDatabase("contract");
  private SessionFactory factory;

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database.dataSource(),
            Map.of("snowbraid.assigned-ids", true),
            Entities.Named.class,
            Entities.Primitive.class);
    database.connections();
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private Object generated(Object entity) {
    return withGenerator(
        entity.getClass(),
        generator ->
            factory.fromSession(
                session ->
                    generator.generate(
                        (SharedSessionContractImplementor) session,
                        entity,
                        null,
                        EventType.INSERT)));
  }

  private <R> R withGenerator(Class<?> entity, Function<BeforeExecutionGenerator, R> function) {
    return function.apply(
        (BeforeExecutionGenerator)
            ((SessionFactoryImplementor) factory)
                .getMappingMetamodel()
                .getEntityDescriptor(entity)
                .getGenerator());
  }

  @Test
  void assignedIdIsFoundInTheEntity() {
    Entities.Named named = new Entities.Named();
    named.id = 42L;
    assertThat(generated(named)).isEqualTo(42L);
    Entities.Primitive primitive = new Entities.Primitive();
    primitive.id = 43;
    assertThat(generated(primitive)).isEqualTo(43L);
  }

  @Test
  void newEntitiesGetNewIds() {
    assertThat((Long) generated(new Entities.Named()))
        .isGreaterThan(1L << 40)
        .isLessThan((Long) generated(new Entities.Primitive()));
  }

  @Test
  void noConnectionIsUsed() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(generated(new Entities.Named())).isNotNull();
    }
    assertThat(database.connections()).isZero();
  }
}
