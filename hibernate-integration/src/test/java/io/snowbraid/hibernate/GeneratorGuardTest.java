package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.layout.Layout;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mapping that asks for a snowflake but would get 1, 2, 3 is rejected at startup. */
class GeneratorGuardTest {

  private static final String RULE =
      "attribute would not get a Snowbraid id: io.snowbraid.hibernate.";

  private static final String REMEDY =
      "; write generator = \"snowflake\", \"snowflake:NAME\" or \"segment:NAME\", or declare the"
          + " sequence with @SequenceGenerator";

  private final HikariDataSource database = TestFactory.database("guard");

  @AfterEach
  void close() {
    database.close();
  }

  private ThrowableAssertAlternative<MappingException> rejectionOf(
      Class<?> entity, Map<String, Object> settings) {
    return assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> TestFactory.open(database, settings, entity));
  }

  @ParameterizedTest
  @CsvSource({
    "Capital, id, Snowflake",
    "Swapped, id, snowfalke",
    "CapitalSpace, id, SnowFlake:orders",
    "Nameless, id, snowflake:",
    "InEmbeddedId, key.number, snowflakes",
    "InIdClass, number, snow-flake",
  })
  void mistypedNameIsRejected(String entity, String attribute, String name)
      throws ClassNotFoundException {
    rejectionOf(rejected(entity), Map.of())
        .withMessage(
            "%sRejectedEntities$%s.%s names generator \"%s\", which Hibernate would resolve to a database sequence"
                    .formatted(RULE, entity, attribute, name)
                + REMEDY);
  }

  private SessionFactory open(String generatorName, Map<String, Object> settings) {
    String mapping =
        """
        <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.0">
          <entity class="io.snowbraid.hibernate.UserGenerators$InMappingFile" access="FIELD">
            <table name="numbered"/>
            <attributes><id name="id"><generated-value generator="%s"/></id></attributes>
          </entity>
        </entity-mappings>
        """
            .formatted(generatorName);
    return TestFactory.configuration(database, settings)
        .addInputStream(new ByteArrayInputStream(mapping.getBytes(StandardCharsets.UTF_8)))
        .buildSessionFactory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "snowbraid",
        "SnowBraid",
        "snowbraid:orders",
        "snowflake: orders",
        "snowflake::orders",
        "segment: orders",
        "segment::orders",
        "segment",
        "segmnet:orders",
        "snowflake_id",
        "snowflake-orders",
        "snowflakeOrders",
        "snowflake.orders",
        "SNOWFLAKE_ORDERS",
      })
  void nameThatLooksLikeOursIsRejected(String name) {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> open(name, Map.of()).close())
        .withMessage(
            RULE
                + "UserGenerators$InMappingFile.id names generator \"%s\", which Hibernate"
                    .formatted(name)
                + " would resolve to a database sequence"
                + REMEDY);
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void assertOwn(SessionFactory factory, long expected) {
    UserGenerators.InMappingFile entity = new UserGenerators.InMappingFile();
    factory.inTransaction(session -> session.persist(entity));
    assertThat(entity.id).isEqualTo(expected);
  }

  @Test
  void otherNamesAreThoseOfSequences() throws SQLException {
    execute(
        "create sequence segment_orders start with 901 increment by 50",
        "create table numbered (id bigint primary key)");
    try (SessionFactory factory =
        open("segment_orders", Map.of("hibernate.hbm2ddl.auto", "none"))) {
      assertOwn(factory, 852); // the sequence is read as the last of 50 numbers
    }
  }

  /** Names of generators are meant for all entities. */
  @Test
  void sequenceThatAnotherEntityDeclaresStays() {
    try (SessionFactory factory =
        TestFactory.open(
            database,
            Map.of(),
            RejectedEntities.Declaring.class,
            RejectedEntities.UsingTheName.class)) {
      assertThat(sequences(factory)).contains("SEGMENT_ORDERS");
    }
  }

  private static Class<?> rejected(String name) throws ClassNotFoundException {
    return Class.forName("io.snowbraid.hibernate.RejectedEntities$" + name);
  }

  /** Hibernate 6.6 itself rejects some of them first. */
  @ParameterizedTest
  @CsvSource({"Identity, IDENTITY", "Uuid, UUID", "Sequence, SEQUENCE", "Table, TABLE"})
  void strategyWithIdsOfItsOwnIsRejected(String entity, String strategy)
      throws ClassNotFoundException {
    rejectionOf(rejected(entity), Map.of())
        .withMessageContaining("strategy")
        .withMessageContaining(strategy);
  }

  /**
   * The name is resolved by this library, not by a mapping file that Hibernate would have to read.
   */
  @ParameterizedTest
  @ValueSource(
      classes = {
        Entities.Named.class,
        Entities.Annotated.class,
        IdentifierEntities.Embedding.class,
        IdentifierEntities.TwoIds.class
      })
  void mappingFilesMayBeSwitchedOff(Class<?> entity) {
    Map<String, Object> settings =
        Map.of("hibernate.xml_mapping_enabled", "false", "snowbraid.worker-id", 7);
    try (SessionFactory factory = TestFactory.open(database, settings, entity)) {
      assertThat(sequences(factory)).isEmpty();
    }
  }

  private static List<String> sequences(SessionFactory factory) {
    return factory.fromSession(
        session ->
            session
                .createNativeQuery(
                    "select sequence_name from information_schema.sequences", String.class)
                .getResultList());
  }

  @Test
  void mistypedNameInAMappingFileIsRejected() {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(
            () ->
                TestFactory.configuration(database, Map.of())
                    .addResource("io/snowbraid/hibernate/mistyped.orm.xml")
                    .buildSessionFactory())
        .withMessage(
            RULE
                + "RejectedEntities$InMappingFile.id names generator \"Snowflake\", which Hibernate"
                + " would resolve to a database sequence"
                + REMEDY);
  }

  @Test
  void partOfAPartIsRejected() {
    rejectionOf(RejectedEntities.NestedKey.class, Map.of())
        .withMessage(
            "attribute would not get a Snowbraid id:"
                + " io.snowbraid.hibernate.RejectedEntities$NestedKey.key.inner.number is in an"
                + " embeddable nested in the identifier, where Hibernate generates no values; move"
                + " it to the identifier itself");
  }

  @Test
  void valueInACollectionIsRejected() {
    rejectionOf(RejectedEntities.ValueInCollection.class, Map.of())
        .withMessage(
            "@SnowflakeValue is not supported in collection elements, but is on"
                + " io.snowbraid.hibernate.RejectedEntities$ValueInCollection.codes.number; assign"
                + " the value in the application");
  }

  @ParameterizedTest
  @CsvSource({
    "OtherAttribute, number",
    "InEmbedded, label.number",
    "InCollection, labels.number",
  })
  void annotationOnAnotherAttributeIsRejected(String entity, String attribute)
      throws ClassNotFoundException {
    rejectionOf(rejected(entity), Map.of())
        .withMessage(
            "%sRejectedEntities$%s.%s has @SnowflakeId but is not an identifier; add @Id, or use"
                    .formatted(RULE, entity, attribute)
                + " @SnowflakeValue");
  }

  /** Hibernate itself rejects it. */
  @Test
  void annotationOfOtherAttributesIsRejectedOnAnIdentifier() {
    rejectionOf(RejectedEntities.OtherValue.class, Map.of())
        .withMessageContainingAll("RejectedEntities$OtherValue.id", "SnowflakeValue");
  }

  @ParameterizedTest
  @CsvSource({
    "UuidAttribute, identifier of io.snowbraid.hibernate.RejectedEntities$UuidAttribute",
    "UuidValue, attribute number",
  })
  void typeThatHoldsNoIdIsRejected(String entity, String where) throws ClassNotFoundException {
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> TestFactory.open(database, Map.of(), rejected(entity)))
        .withStackTraceContaining(
            where
                + " with a Snowbraid id must have type Long, long, String or BigInteger, but has"
                + " java.util.UUID;");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        UserGenerators.BySimilarName.class,
        UserGenerators.ByOurName.class,
        UserGenerators.OnTheClass.class
      })
  @Tag("before-orm-8") // Hibernate 8 has no names for such generators
  void namedGeneratorsOfTheApplicationStay(Class<?> entity) throws ReflectiveOperationException {
    requireOwn(entity);
  }

  @Test
  void annotatedGeneratorsOfTheApplicationStay() throws ReflectiveOperationException {
    requireOwn(UserGenerators.ByAnnotation.class);
  }

  private void requireOwn(Class<?> entity) throws ReflectiveOperationException {
    try (SessionFactory factory = TestFactory.open(database, Map.of(), entity)) {
      Object stored = entity.getDeclaredConstructor().newInstance();
      factory.inTransaction(session -> session.persist(stored));
      assertThat((Long) factory.getPersistenceUnitUtil().getIdentifier(stored))
          .isBetween(5_000L, 6_000L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"global", "local"})
  void sequencesOfMappingFilesStay(String where) {
    try (SessionFactory factory =
        TestFactory.configuration(database, Map.of())
            .addResource("io/snowbraid/hibernate/sequence-" + where + ".orm.xml")
            .buildSessionFactory()) {
      assertThat(sequences(factory)).containsExactly("MY_SEQUENCE");
      UserGenerators.InMappingFile entity = new UserGenerators.InMappingFile();
      factory.inTransaction(session -> session.persist(entity));
      assertThat(entity.id).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"snowflake, snowbraid.worker-id", "snowflake:orders, snowbraid.orders.worker-id"})
  void mappingFilesMayNameIdSpaces(String space, String setting) {
    try (SessionFactory factory =
        TestFactory.configuration(database, Map.of(setting, 8))
            .addResource("io/snowbraid/hibernate/" + space.replace(':', '-') + ".orm.xml")
            .buildSessionFactory()) {
      UserGenerators.InMappingFile entity = new UserGenerators.InMappingFile();
      factory.inTransaction(session -> session.persist(entity));
      assertThat(Layout.DEFAULT.decode(entity.id).worker()).isEqualTo(8);
    }
  }

  @Test
  void sequencesOfTheApplicationStay() {
    try (SessionFactory factory =
        TestFactory.open(
            database,
            Map.of(),
            RejectedEntities.OwnSequence.class,
            RejectedEntities.UnrelatedSequence.class,
            RejectedEntities.Hidden.class)) {
      RejectedEntities.OwnSequence own = new RejectedEntities.OwnSequence();
      RejectedEntities.Hidden hidden = new RejectedEntities.Hidden();
      RejectedEntities.UnrelatedSequence unrelated = new RejectedEntities.UnrelatedSequence();
      factory.inTransaction(
          session -> {
            session.persist(own);
            session.persist(unrelated);
            session.persist(hidden);
          });
      assertThat(own.id).isEqualTo(1);
      assertThat(unrelated.id).isEqualTo(1);
      assertThat(hidden.id).isEqualTo(1);
    }
  }
}
