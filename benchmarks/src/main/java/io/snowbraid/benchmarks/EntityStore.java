package io.snowbraid.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Stores entities as an application does: through a pool, in batches, in one transaction. */
final class EntityStore implements AutoCloseable {

  static final int BATCH = 50;

  private final HikariDataSource pool;
  private final SessionFactory factory;
  private final AtomicLong numbers = new AtomicLong();

  private EntityStore(HikariDataSource pool, IdStrategy... kinds) {
    this.pool = pool;
    Configuration configuration = new Configuration();
    configuration.getProperties().put("hibernate.connection.datasource", pool);
    configuration.getProperties().put("hibernate.hbm2ddl.auto", "create-drop");
    configuration.getProperties().put("hibernate.jdbc.batch_size", BATCH);
    Arrays.stream(kinds).map(IdStrategy::type).forEach(configuration::addAnnotatedClass);
    this.factory = configuration.buildSessionFactory();
  }

  static EntityStore h2(IdStrategy... kinds) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:entities");
    return new EntityStore(new HikariDataSource(config), kinds);
  }

  static EntityStore of(DataSource database, IdStrategy... kinds) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    return new EntityStore(new HikariDataSource(config), kinds);
  }

  /**
   * Stores new entities of a kind in an empty table, and returns how many nanoseconds that took.
   */
  long nanos(IdStrategy kind, int entities) {
    factory.inTransaction(
        session ->
            session.createNativeMutationQuery("truncate table " + name(kind)).executeUpdate());
    long begin = System.nanoTime();
    factory.inTransaction(session -> persist(session, kind, entities));
    return System.nanoTime() - begin;
  }

  /** Returns the number of stored entities of a kind. */
  long count(IdStrategy kind) {
    return factory.fromSession(
        session ->
            session
                .createSelectionQuery("select count(*) from " + name(kind), Long.class)
                .getSingleResult());
  }

  private String name(IdStrategy kind) {
    return factory.getMetamodel().entity(kind.type()).getName();
  }

  private void persist(Session session, IdStrategy kind, int entities) {
    for (int stored = 1; stored <= entities; stored++) {
      session.persist(kind.row(numbers.incrementAndGet()));
      if (stored % BATCH == 0) {
        session.flush();
        session.clear();
      }
    }
  }

  @Override
  public void close() {
    factory.close();
    pool.close();
  }
}
