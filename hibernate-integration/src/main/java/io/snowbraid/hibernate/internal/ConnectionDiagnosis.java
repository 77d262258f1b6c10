package io.snowbraid.hibernate.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds out why no worker could be leased.
 *
 * @param here why the thread that builds the factory got no connection; null if it got one
 * @param elsewhere why another thread got none; null if it got one
 */
record ConnectionDiagnosis(@Nullable Exception here, @Nullable Exception elsewhere) {

  private static final long TIMEOUT_SECONDS = 10;

  static ConnectionDiagnosis of(DataSource database) {
    return new ConnectionDiagnosis(tried(database), triedElsewhere(database));
  }

  private static @Nullable Exception tried(DataSource database) {
    try (Connection connection = database.getConnection()) {
      connection.getMetaData();
      return null;
    } catch (SQLException | RuntimeException e) {
      return e;
    }
  }

  private static @Nullable Exception triedElsewhere(DataSource database) {
    FutureTask<@Nullable Exception> task = new FutureTask<>(() -> tried(database));
    Thread thread = new Thread(task, "snowbraid-connectivity");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return e;
    }
  }

  /** Says what to do; empty if connections are available. */
  Optional<String> hint() {
    if (elsewhere == null) {
      return Optional.empty();
    }
    if (here == null) {
      return Optional.of(
          "its data source gives connections to the thread that builds the factory, but none to the"
              + " thread that extends the lease: set "
              + HibernateSettings.DATA_SOURCE
              + " to a data source for workers");
    }
    return Optional.of(
        "the database is needed when the factory is built, even if Hibernate itself does not"
            + " connect to it: check the database, or set "
            + HibernateSettings.DATA_SOURCE
            + " to one that answers");
  }
}
