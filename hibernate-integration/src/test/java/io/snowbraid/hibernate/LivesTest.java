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
 * What becomes of an entity with a snowflake is what becomes of one with a sequence or a UUID,
 * whatever happens to it. A difference would be a decision.
 */
class LivesTest {

  private static HikariDataSource database;
  private static SessionFactory factory;

  @BeforeAll
  static void open() {
    database = TestFactory.database("lives");
    factory = TestFactory.open(database, Map.of("snowbraid.worker-id", 7), LivingEntities.ALL);
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @SuppressWarnings("ImmutableEnumChecker") // they keep nothing
  private enum Pair {
    WRAPPER_AND_SEQUENCE(LivingEntities.Snow::new, LivingEntities.Sequenced::new),
    WRAPPER_AND_UUID(LivingEntities.Snow::new, LivingEntities.Uuid::new),
    PRIMITIVE_AND_SEQUENCE(
        LivingEntities.PrimitiveSnow::new, LivingEntities.PrimitiveSequenced::new),
    VERSION_AND_SEQUENCE(LivingEntities.VersionedSnow::new, LivingEntities.VersionedSequenced::new),
    VERSION_AND_UUID(LivingEntities.VersionedSnow::new, LivingEntities.VersionedUuid::new);

    private final Supplier<Living> ours;
    private final Supplier<Living> other;

    Pair(Supplier<Living> ours, Supplier<Living> other) {
      this.ours = ours;
      this.other = other;
    }
  }

  static Stream<Arguments> cases() {
    return Arrays.stream(Life.values())
        .flatMap(life -> Arrays.stream(Pair.values()).map(pair -> Arguments.of(life, pair)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void outcomeIsThatOfHibernatesOwn(Life life, Pair pair) {
    assertThat(life.outcome(factory, pair.ours)).isEqualTo(life.outcome(factory, pair.other));
  }

  /** So that the comparison is not one of two failures. */
  @Test
  void outcomesAreNotAllTheSame() {
    assertThat(Life.PERSIST.outcome(factory, LivingEntities.Snow::new))
        .isEqualTo("done, entity has a generated id, rows=1");
    assertThat(Life.MERGE_OF_A_DELETED_ROW.outcome(factory, LivingEntities.Snow::new))
        .startsWith("OptimisticLockException")
        .endsWith("rows=0");
    assertThat(Life.MERGE_OF_A_FOREIGN_ID.outcome(factory, LivingEntities.Snow::new))
        .startsWith("OptimisticLockException")
        .endsWith("rows=0");
    assertThat(Life.UPSERT_WITHOUT_AN_ID.outcome(factory, LivingEntities.PrimitiveSnow::new))
        .matches("(TransientObject|IllegalState)Exception.*") // Hibernate 8 wraps it
        .endsWith("rows=0");
    assertThat(Life.STATELESS_INSERT_OF_A_FOREIGN_ID.outcome(factory, LivingEntities.Snow::new))
        .isEqualTo("done, entity has a generated id, rows=1");
  }
}
