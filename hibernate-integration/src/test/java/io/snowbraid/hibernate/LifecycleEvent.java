package io.snowbraid.hibernate;

import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;

/** What can happen to an entity. */
enum LifecycleEvent {
  PERSIST(LifecycleRun::persist),
  PERSIST_TWICE(
      stage ->
          stage.inSession(
              session -> {
                session.persist(stage.entity);
                session.persist(stage.entity);
              })),
  PERSIST_OF_A_FOREIGN_ID(
      stage -> {
        stage.entity.assign();
        stage.persist();
      }),
  PERSIST_OF_A_STORED_ROW(
      stage -> {
        stage.persist();
        stage.persist();
      }),
  PERSIST_AFTER_REMOVAL(
      stage ->
          stage.inSession(
              session -> {
                session.persist(stage.entity);
                session.remove(stage.entity);
                session.persist(stage.entity);
              })),
  PERSIST_OF_A_DELETED_ROW(
      stage -> {
        stage.persist();
        stage.delete();
        stage.persist();
      }),
  PERSIST_AFTER_A_ROLLBACK(
      stage -> {
        stage.rollBack(session -> session.persist(stage.entity));
        stage.persist();
      }),
  PERSIST_OF_ONE_THAT_FORGOT_ITS_ID(
      stage -> {
        stage.persist();
        stage.entity.forget();
        stage.persist();
      }),
  PERSIST_AND_CHANGE(
      stage ->
          stage.inSession(
              session -> {
                session.persist(stage.entity);
                session.flush();
                stage.entity.write("changed");
              })),
  MERGE(stage -> stage.inSession(session -> session.merge(stage.entity))),
  MERGE_RETURNS_THE_ID(
      stage -> stage.inSession(session -> stage.entity = session.merge(stage.entity))),
  MERGE_TWICE(
      stage ->
          stage.inSession(
              session -> {
                session.merge(stage.entity);
                session.merge(stage.entity);
              })),
  MERGE_OF_A_STORED_ROW(
      stage -> {
        stage.persist();
        stage.entity.write("changed");
        stage.inSession(session -> session.merge(stage.entity));
      }),
  MERGE_OF_A_FOREIGN_ID(
      stage -> {
        stage.entity.assign();
        stage.inSession(session -> session.merge(stage.entity));
      }),
  MERGE_OF_A_DELETED_ROW(
      stage -> {
        stage.persist();
        stage.delete();
        stage.inSession(session -> session.merge(stage.entity));
      }),
  MERGE_OF_A_REMOVED_ONE(
      stage ->
          stage.inSession(
              session -> {
                session.persist(stage.entity);
                session.remove(stage.entity);
                session.merge(stage.entity);
              })),
  REMOVE_OF_A_DETACHED_ONE(
      stage -> {
        stage.persist();
        stage.inSession(session -> session.remove(stage.entity));
      }),
  REMOVE_OF_A_NEW_ONE(stage -> stage.inSession(session -> session.remove(stage.entity))),
  REMOVE_OF_A_FOREIGN_ID(
      stage -> {
        stage.entity.assign();
        stage.inSession(session -> session.remove(stage.entity));
      }),
  REFRESH_OF_A_NEW_ONE(stage -> stage.inSession(session -> session.refresh(stage.entity))),
  CONTAINS_A_NEW_ONE(
      stage ->
          stage.inSession(
              session -> {
                session.persist(stage.entity);
                stage.note(session.contains(stage.entity));
              })),
  FIND_BEFORE_THE_INSERT(
      stage ->
          stage.inSession(
              session -> {
                session.persist(stage.entity);
                stage.note(
                    session.find(stage.entity.getClass(), stage.entity.id()) == stage.entity);
              })),
  HQL_INSERT(
      stage ->
          stage.inSession(
              session ->
                  session
                      .createMutationQuery(
                          "insert into " + stage.name() + " (text) values ('a'), ('b')")
                      .executeUpdate())),
  STATELESS_INSERT(stage -> stage.stateless("insert")),
  STATELESS_INSERT_OF_A_FOREIGN_ID(
      stage -> {
        stage.entity.assign();
        stage.stateless("insert");
      }),
  STATELESS_INSERT_OF_A_STORED_ROW(
      stage -> {
        stage.persist();
        stage.stateless("insert");
      }),
  STATELESS_UPDATE_OF_A_DELETED_ROW(
      stage -> {
        stage.persist();
        stage.delete();
        stage.stateless("update");
      }),
  STATELESS_DELETE_OF_A_DELETED_ROW(
      stage -> {
        stage.persist();
        stage.delete();
        stage.stateless("delete");
      }),
  UPSERT_WITHOUT_AN_ID(stage -> stage.stateless("upsert")),
  UPSERT_OF_A_STORED_ROW(
      stage -> {
        stage.persist();
        stage.entity.write("changed");
        stage.stateless("upsert");
      }),
  UPSERT_OF_A_FOREIGN_ID(
      stage -> {
        stage.entity.assign();
        stage.stateless("upsert");
      }),
  UPSERT_OF_A_DELETED_ROW(
      stage -> {
        stage.persist();
        stage.delete();
        stage.stateless("upsert");
      });

  @SuppressWarnings("ImmutableEnumChecker") // they keep nothing
  private final Consumer<LifecycleRun> story;

  LifecycleEvent(Consumer<LifecycleRun> story) {
    this.story = story;
  }

  /** Lets it happen in an empty table, and tells in words what came of it. */
  String outcome(SessionFactory factory, Supplier<LifecycleEntity> entities) {
    LifecycleRun stage = new LifecycleRun(factory, entities.get());
    stage.clear();
    return happened(stage) + stage.description();
  }

  private String happened(LifecycleRun stage) {
    try {
      story.accept(stage);
      return "done";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName();
    }
  }

  /** Tells an id that was generated from others. */
  static String kindOf(Object id) {
    if (id == null || id.equals(0L)) {
      return "no id";
    }
    return id.equals(LifecycleEntity.FOREIGN) || id.equals(new UUID(0, LifecycleEntity.FOREIGN))
        ? "a foreign id"
        : "a generated id";
  }
}
