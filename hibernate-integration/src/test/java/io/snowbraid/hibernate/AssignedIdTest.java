package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.TransientObjectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where ids may be assigned, an id that is set is kept, however the entity is stored. */
class AssignedIdTest {

  private final HikariDataSource database = TestFactory.database("assigned");
  private SessionFactory factory;

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database,
            Map.of("snowbraid.worker-id", 7, "snowbraid.assigned-ids", true),
            Entities.Named.class,
            Entities.Primitive.class,
            Entities.Text.class,
            IdentifierEntities.Versioned.class);
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private static Entities.Named preset(long id) {
    Entities.Named entity = new Entities.Named();
    entity.id = id;
    return entity;
  }

  private void requireKept(BiConsumer<Session, Entities.Named> store) {
    factory.inTransaction(session -> store.accept(session, preset(42)));
    factory.inSession(session -> assertThat(session.find(Entities.Named.class, 42L)).isNotNull());
  }

  @Test
  void persistKeepsIt() {
    requireKept(Session::persist);
  }

  @Test
  void mergeKeepsIt() {
    requireKept(Session::merge);
  }

  @Test
  @Tag("orm-7") // as compiled here
  void statelessSessionsKeepIt() {
    factory.inStatelessTransaction(
        session -> {
          session.insert(preset(1));
          session.upsert(preset(2));
          session.insertMultiple(List.of(preset(3), preset(4)));
        });
    factory.inSession(
        session ->
            assertThat(
                    session
                        .createSelectionQuery(
                            "select e.id from Entities$Named e order by e.id", Long.class)
                        .getResultList())
                .containsExactly(1L, 2L, 3L, 4L));
  }

  @Test
  void versionMayBeNew() {
    IdentifierEntities.Versioned entity = new IdentifierEntities.Versioned();
    entity.id = 42L;
    factory.inTransaction(session -> session.persist(entity));
    assertThat(entity.id).isEqualTo(42);
  }

  @Test
  void zeroOfAPrimitiveIsNotAnId() {
    Entities.Primitive unset = new Entities.Primitive();
    Entities.Primitive preset = new Entities.Primitive();
    preset.id = 42;
    factory.inTransaction(
        session -> {
          session.persist(unset);
          session.persist(preset);
        });
    assertThat(unset.id).isGreaterThan(1L << 40);
    assertThat(preset.id).isEqualTo(42);
  }

  @Test
  void zeroOfAWrapperIsAnId() {
    Entities.Named entity = preset(0);
    factory.inTransaction(session -> session.persist(entity));
    assertThat(entity.id).isZero();
  }

  @Test
  void emptyTextIsNotAnId() {
    Entities.Text entity = new Entities.Text();
    entity.id = "";
    factory.inTransaction(session -> session.persist(entity));
    assertThat(entity.id).hasSizeGreaterThan(10);
  }

  @ParameterizedTest
  @MethodSource("unset")
  void upsertOfAnUnsetIdIsRejectedAndLeadsToInsert(Object entity) {
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> StatelessSessions.in(factory, "upsert", entity))
        .withMessageMatching(".*(call insert\\(\\)|has no identifier).*"); // Hibernate 8: null
    assertThat(count(entity)).isZero();
  }

  static Stream<Object> unset() {
    Entities.Text text = new Entities.Text();
    text.id = "";
    return Stream.of(new Entities.Primitive(), new Entities.Named(), text);
  }

  @Test
  void upsertNamesWhatIsMissing() {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> StatelessSessions.in(factory, "upsert", new Entities.Primitive()))
        .withStackTraceContaining(
            TransientObjectException.class.getName()
                + ": upsert() must get an entity with an id, but"
                + " io.snowbraid.hibernate.Entities$Primitive has id=0; call insert() to generate"
                + " one");
  }

  @Test
  @Tag("from-orm-7")
  void upsertOfSeveralIsRejectedAsAWhole() {
    Entities.Primitive preset = new Entities.Primitive();
    preset.id = 42;
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(
            () ->
                StatelessSessions.in(
                    factory, "upsertMultiple", List.of(preset, new Entities.Primitive())))
        .withMessageContaining("upsert() must get an entity with an id");
    assertThat(count(preset)).isZero();
  }

  private long count(Object entity) {
    return factory.fromSession(
        session ->
            session
                .createSelectionQuery(
                    "select count(*) from " + entity.getClass().getName(), Long.class)
                .getSingleResult());
  }

  @Test
  void oneEntityMayAllowItAlone() {
    Map<String, Object> settings =
        Map.of("snowbraid.worker-id", 7, "hibernate.hbm2ddl.auto", "update");
    try (SessionFactory alone = TestFactory.open(database, settings, Entities.Imported.class)) {
      Entities.Imported entity = new Entities.Imported();
      entity.id = 42L;
      alone.inTransaction(session -> session.persist(entity));
      assertThat(entity.id).isEqualTo(42);
      Entities.Imported fresh = new Entities.Imported();
      alone.inTransaction(session -> session.persist(fresh));
      assertThat(fresh.id).isGreaterThan(1L << 40);
    }
  }
}
