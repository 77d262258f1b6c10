package io.snowbraid.hibernate;

import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;

/** The events in the lifecycle of an entity. */
enum LifecycleEvent {
  PERSIST(LifecycleRun::persist),
  PERSIST_TWICE(
      run ->
          run.inSession(
              session -> {
                session.persist(run.entity);
                session.persist(run.entity);
              })),
  PERSIST_OF_A_FOREIGN_ID(
      run -> {
        run.entity.assign();
        run.persist();
      }),
  PERSIST_OF_A_STORED_ROW(
      run -> {
        run.persist();
        run.persist();
      }),
  PERSIST_AFTER_REMOVAL(
      run ->
          run.inSession(
              session -> {
                session.persist(run.entity);
                session.remove(run.entity);
                session.persist(run.entity);
              })),
  PERSIST_OF_A_DELETED_ROW(
      run -> {
        run.persist();
        run.delete();
        run.persist();
      }),
  PERSIST_AFTER_A_ROLLBACK(
      run -> {
        run.rollBack(session -> session.persist(run.entity));
        run.persist();
      }),
  PERSIST_OF_ONE_THAT_FORGOT_ITS_ID(
      run -> {
        run.persist();
        run.entity.forget();
        run.persist();
      }),
  PERSIST_AND_CHANGE(
      run ->
          run.inSession(
              session -> {
                session.persist(run.entity);
                session.flush();
                run.entity.write("changed");
              })),
  MERGE(run -> run.inSession(session -> session.merge(run.entity))),
  MERGE_RETURNS_THE_ID(run -> run.inSession(session -> run.entity = session.merge(run.entity))),
  MERGE_TWICE(
      run ->
          run.inSession(
              session -> {
                session.merge(run.entity);
                session.merge(run.entity);
              })),
  MERGE_OF_A_STORED_ROW(
      run -> {
        run.persist();
        run.entity.write("changed");
        run.inSession(session -> session.merge(run.entity));
      }),
  MERGE_OF_A_FOREIGN_ID(
      run -> {
        run.entity.assign();
        run.inSession(session -> session.merge(run.entity));
      }),
  MERGE_OF_A_DELETED_ROW(
      run -> {
        run.persist();
        run.delete();
        run.inSession(session -> session.merge(run.entity));
      }),
  MERGE_OF_A_REMOVED_ONE(
      run ->
          run.inSession(
              session -> {
                session.persist(run.entity);
                session.remove(run.entity);
                session.merge(run.entity);
              })),
  REMOVE_OF_A_DETACHED_ONE(
      run -> {
        run.persist();
        run.inSession(session -> session.remove(run.entity));
      }),
  REMOVE_OF_A_NEW_ONE(run -> run.inSession(session -> session.remove(run.entity))),
  REMOVE_OF_A_FOREIGN_ID(
      run -> {
        run.entity.assign();
        run.inSession(session -> session.remove(run.entity));
      }),
  REFRESH_OF_A_NEW_ONE(run -> run.inSession(session -> session.refresh(run.entity))),
  CONTAINS_A_NEW_ONE(
      run ->
          run.inSession(
              session -> {
                session.persist(run.entity);
                run.note(session.contains(run.entity));
              })),
  FIND_BEFORE_THE_INSERT(
      run ->
          run.inSession(
              session -> {
                session.persist(run.entity);
                run.note(session.find(run.entity.getClass(), run.entity.id()) == run.entity);
              })),
  HQL_INSERT(
      run ->
          run.inSession(
              session ->
                  session
                      .createMutationQuery(
                          "insert into " + run.name() + " (text) values ('a'), ('b')")
                      .executeUpdate())),
  STATELESS_INSERT(run -> run.stateless("insert")),
  STATELESS_INSERT_OF_A_FOREIGN_ID(
      run -> {
        run.entity.assign();
        run.stateless("insert");
      }),
  STATELESS_INSERT_OF_A_STORED_ROW(
      run -> {
        run.persist();
        run.stateless("insert");
      }),
  STATELESS_UPDATE_OF_A_DELETED_ROW(
      run -> {
        run.persist();
        run.delete();
        run.stateless("update");
      }),
  STATELESS_DELETE_OF_A_DELETED_ROW(
      run -> {
        run.persist();
        run.delete();
        run.stateless("delete");
      }),
  UPSERT_WITHOUT_AN_ID(run -> run.stateless("upsert")),
  UPSERT_OF_A_STORED_ROW(
      run -> {
        run.persist();
        run.entity.write("changed");
        run.stateless("upsert");
      }),
  UPSERT_OF_A_FOREIGN_ID(
      run -> {
        run.entity.assign();
        run.stateless("upsert");
      }),
  UPSERT_OF_A_DELETED_ROW(
      run -> {
        run.persist();
        run.delete();
        run.stateless("upsert");
      });

  @SuppressWarnings("ImmutableEnumChecker") // lambdas have no state
  private final Consumer<LifecycleRun> steps;

  LifecycleEvent(Consumer<LifecycleRun> steps) {
    this.steps = steps;
  }

  /** Runs the event on an empty table, and describes the outcome. */
  String outcome(SessionFactory factory, Supplier<LifecycleEntity> entities) {
    LifecycleRun run = new LifecycleRun(factory, entities.get());
    run.clear();
    return happened(run) + run.description();
  }

  private String happened(LifecycleRun run) {
    try {
      steps.accept(run);
      return "done";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName();
    }
  }

  /** Distinguishes generated ids from others. */
  static String kindOf(Object id) {
    if (id == null || id.equals(0L)) {
      return "no id";
    }
    return id.equals(LifecycleEntity.FOREIGN) || id.equals(new UUID(0, LifecycleEntity.FOREIGN))
        ? "a foreign id"
        : "a generated id";
  }
}
