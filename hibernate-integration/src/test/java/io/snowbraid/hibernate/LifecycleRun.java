package io.snowbraid.hibernate;

import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/** Runs one lifecycle event of one entity. */
final class LifecycleRun {

  private final SessionFactory factory;
  private final StringBuilder notes = new StringBuilder();
  LifecycleEntity entity;

  LifecycleRun(SessionFactory factory, LifecycleEntity entity) {
    this.factory = factory;
    this.entity = entity;
  }

  String name() {
    return entity.getClass().getSimpleName();
  }

  void inSession(Consumer<Session> work) {
    factory.inTransaction(work);
  }

  void persist() {
    inSession(session -> session.persist(entity));
  }

  void rollBack(Consumer<Session> work) {
    factory.inSession(
        session -> {
          session.beginTransaction();
          work.accept(session);
          session.flush();
          session.getTransaction().rollback();
        });
    entity.forget();
  }

  /** Deletes the row as another process would. */
  void delete() {
    inSession(
        session ->
            session
                .createMutationQuery("delete from " + name() + " where id = :id")
                .setParameter("id", entity.id())
                .executeUpdate());
  }

  void clear() {
    inSession(session -> session.createMutationQuery("delete from " + name()).executeUpdate());
  }

  void stateless(String method) {
    StatelessSessions.in(factory, method, entity);
  }

  void note(Object fact) {
    notes.append(", ").append(fact);
  }

  String description() {
    return notes + ", entity has " + LifecycleEvent.kindOf(entity.id()) + ", rows=" + rows();
  }

  private long rows() {
    return factory.fromSession(
        session ->
            session
                .createSelectionQuery("select count(*) from " + name(), Long.class)
                .getSingleResult());
  }
}
