package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever asks for a snowflake and would get 1, 2, 3 is told at the start. */
class GeneratorGuardTest {

  private static final String RULE =
      "an identifier that asks for a snowflake must get one: io.snowbraid.hibernate.";

  private final HikariDataSource database = TestFactory.database("guard");

  @AfterEach
  void close() {
    database.close();
  }

  private ThrowableAssertAlternative<MappingException> refusalOf(
      Class<?> entity, Map<String, Object> settings) {
    return assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> TestFactory.open(database, settings, entity));
  }

  @ParameterizedTest
  @CsvSource({
    "Capital, id, Snowflake, snowflake",
    "Swapped, id, snowfalke, snowflake",
    "CapitalSpace, id, SnowFlake:orders, snowflake:orders",
    "Nameless, id, snowflake:, snowflake",
    "InEmbeddedId, key.number, snowflakes, snowflake",
    "InIdClass, number, snow-flake, snowflake",
  })
  void mistypedNameIsRefused(String entity, String attribute, String name, String right)
      throws ClassNotFoundException {
    refusalOf(refused(entity), Map.of())
        .withMessage(
            "%sRefusals$%s.%s asks for \"%s\", which Hibernate answers with a database sequence;"
                    .formatted(RULE, entity, attribute, name)
                + " write generator = \"%s\"".formatted(right));
  }

  private static Class<?> refused(String name) throws ClassNotFoundException {
    return Class.forName("io.snowbraid.hibernate.Refusals$" + name);
  }

  @ParameterizedTest
  @CsvSource({"Identity, IDENTITY", "Uuid, UUID"})
  void strategyWithIdsOfItsOwnIsRefused(String entity, String strategy)
      throws ClassNotFoundException {
    refusalOf(refused(entity), Map.of())
        .withMessage(
            "%sRefusals$%s.id asks for \"snowflake\" with the strategy %s, which has ids of its"
                    .formatted(RULE, entity, strategy)
                + " own; leave strategy=%s out".formatted(strategy));
  }

  /** Hibernate refuses some before they are looked at here; all that counts is that it is told. */
  @ParameterizedTest
  @ValueSource(strings = {"Sequence", "Table"})
  void strategyOfNamedGeneratorsIsRefused(String entity) throws ClassNotFoundException {
    refusalOf(refused(entity), Map.of()).withMessageMatching("(?s).*(SEQUENCE|TABLE).*");
  }

  @Test
  void definitionThatHidesOursIsRefused() {
    refusalOf(Refusals.Hidden.class, Map.of())
        .withMessage(
            RULE
                + "Refusals$Hidden.id asks for \"snowflake\", and a @SequenceGenerator or"
                + " @TableGenerator beside it has that name; give the latter another name");
  }

  @ParameterizedTest
  @CsvSource({
    "io.snowbraid.hibernate.Entities$Named, Entities$Named.id",
    "io.snowbraid.hibernate.Shapes$Embedding, Shapes$Embedding.key.number",
    "io.snowbraid.hibernate.Shapes$TwoIds, Shapes$TwoIds.number",
  })
  void mappingFilesSwitchedOffIsRefused(Class<?> entity, String attribute) {
    refusalOf(entity, Map.of("hibernate.xml_mapping_enabled", "false"))
        .withMessage(
            RULE
                + attribute
                + " asks for \"snowflake\", which is not known when"
                + " hibernate.xml_mapping_enabled=false; let hibernate.xml_mapping_enabled be true,"
                + " or write @SnowflakeId in place of @GeneratedValue");
  }

  @Test
  void withMappingFilesSwitchedOffTheRemedyHelps() {
    Map<String, Object> settings =
        Map.of("hibernate.xml_mapping_enabled", "false", "snowbraid.worker-id", 7);
    try (SessionFactory factory = TestFactory.open(database, settings, Entities.Annotated.class)) {
      Entities.Annotated entity = new Entities.Annotated();
      factory.inTransaction(session -> session.persist(entity));
      assertThat(entity.id).isGreaterThan(1L << 40);
    }
  }

  @Test
  void mistypedNameInAMappingFileIsRefused() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(
            () ->
                TestFactory.configuration(database, Map.of())
                    .addResource("io/snowbraid/hibernate/mistyped.orm.xml")
                    .buildSessionFactory())
        .withMessage(
            RULE
                + "Refusals$InMappingFile gets the database sequence \"Snowflake\"; write"
                + " <generated-value generator=\"snowflake\"/> in its mapping file, and let"
                + " hibernate.xml_mapping_enabled be true");
  }

  @ParameterizedTest
  @CsvSource({
    "OtherAttribute, number",
    "InEmbedded, label.number",
    "InCollection, labels.number",
  })
  void annotationOnAnotherAttributeIsRefused(String entity, String attribute)
      throws ClassNotFoundException {
    refusalOf(refused(entity), Map.of())
        .withMessage(
            "%sRefusals$%s.%s has @SnowflakeId and is no identifier; use it with @Id, or write"
                    .formatted(RULE, entity, attribute)
                + " @SnowflakeValue");
  }

  /** By Hibernate itself. */
  @Test
  void annotationOfOtherAttributesIsRefusedOnAnIdentifier() {
    refusalOf(Refusals.OtherValue.class, Map.of())
        .withMessageContainingAll("Refusals$OtherValue.id", "SnowflakeValue");
  }

  @ParameterizedTest
  @CsvSource({
    "UuidAttribute, entity=io.snowbraid.hibernate.Refusals$UuidAttribute",
    "UuidValue, attribute=number",
  })
  void typeThatHoldsNoIdIsRefused(String entity, String where) throws ClassNotFoundException {
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> TestFactory.open(database, Map.of(), refused(entity)))
        .withStackTraceContaining(
            "identifier of type Long, long, String or BigInteger is required for the generator"
                + " \"snowflake\": "
                + where
                + ", type=java.util.UUID");
  }

  @Test
  void sequencesOfTheApplicationStay() {
    try (SessionFactory factory =
        TestFactory.open(
            database, Map.of(), Refusals.OwnSequence.class, Refusals.UnrelatedSequence.class)) {
      Refusals.OwnSequence own = new Refusals.OwnSequence();
      Refusals.UnrelatedSequence unrelated = new Refusals.UnrelatedSequence();
      factory.inTransaction(
          session -> {
            session.persist(own);
            session.persist(unrelated);
          });
      assertThat(own.id).isEqualTo(1);
      assertThat(unrelated.id).isEqualTo(1);
    }
  }
}
