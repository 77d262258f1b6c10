package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An id that the application has set is kept, however the entity is stored. */
class AssignedIdTest {

  private final HikariDataSource database = TestFactory.database("assigned");
  private SessionFactory factory;

  @BeforeEach
  void open() {
    factory =
        TestFactory.open(
            database,
            Map.of("snowbraid.worker-id", 7),
            Entities.Named.class,
            Entities.Primitive.class);
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
  void zeroOfAPrimitiveIsNoId() {
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
}
