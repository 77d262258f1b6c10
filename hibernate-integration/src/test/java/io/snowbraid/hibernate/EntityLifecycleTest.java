package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An entity with a snowflake behaves like one with a sequence or a UUID in every lifecycle event.
 * Any difference would have to be deliberate.
 */
class EntityLifecycleTest {

  private static HikariDataSource database;
  private static SessionFactory factory;

  @BeforeAll
  static void open() {
    database = TestFactory.database("lives");
    factory = TestFactory.open(database, Map.of("snowbraid.worker-id", 7), LifecycleEntities.ALL);
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @SuppressWarnings("ImmutableEnumChecker") // constructor references have no state
  private enum Pair {
    WRAPPER_AND_SEQUENCE(LifecycleEntities.Snow::new, LifecycleEntities.Sequenced::new),
    WRAPPER_AND_UUID(LifecycleEntities.Snow::new, LifecycleEntities.Uuid::new),
    PRIMITIVE_AND_SEQUENCE(
        LifecycleEntities.PrimitiveSnow::new, LifecycleEntities.PrimitiveSequenced::new),
    VERSION_AND_SEQUENCE(
        LifecycleEntities.VersionedSnow::new, LifecycleEntities.VersionedSequenced::new),
    VERSION_AND_UUID(LifecycleEntities.VersionedSnow::new, LifecycleEntities.VersionedUuid::new);

    private final Supplier<LifecycleEntity> ours;
    private final Supplier<LifecycleEntity> other;

    Pair(Supplier<LifecycleEntity> ours, Supplier<LifecycleEntity> other) {
      this.ours = ours;
      this.other = other;
    }
  }

  static Stream<Arguments> cases() {
    return Arrays.stream(LifecycleEvent.values())
        .flatMap(event -> Arrays.stream(Pair.values()).map(pair -> Arguments.of(event, pair)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void outcomeIsThatOfHibernatesOwnGenerator(LifecycleEvent event, Pair pair) {
    assertThat(event.outcome(factory, pair.ours)).isEqualTo(event.outcome(factory, pair.other));
  }

  /** Makes sure that the comparison does not only compare failures. */
  @Test
  void outcomesAreNotAllTheSame() {
    assertThat(LifecycleEvent.PERSIST.outcome(factory, LifecycleEntities.Snow::new))
        .isEqualTo("done, entity has a generated id, rows=1");
    assertThat(LifecycleEvent.MERGE_OF_A_DELETED_ROW.outcome(factory, LifecycleEntities.Snow::new))
        .startsWith("OptimisticLockException")
        .endsWith("rows=0");
    assertThat(LifecycleEvent.MERGE_OF_A_FOREIGN_ID.outcome(factory, LifecycleEntities.Snow::new))
        .startsWith("OptimisticLockException")
        .endsWith("rows=0");
    assertThat(
            LifecycleEvent.UPSERT_WITHOUT_AN_ID.outcome(
                factory, LifecycleEntities.PrimitiveSnow::new))
        .matches("(TransientObject|IllegalState)Exception.*") // Hibernate 8 wraps the exception
        .endsWith("rows=0");
    assertThat(
            LifecycleEvent.STATELESS_INSERT_OF_A_FOREIGN_ID.outcome(
                factory, LifecycleEntities.Snow::new))
        .isEqualTo("done, entity has a generated id, rows=1");
  }
}
