package io.snowbraid.jdbc.internal;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A database that this process has open. An in-memory database disappears together with its
 * functions.
 */
public final class LocalDatabase {

  private final String name;
  private final @Nullable WeakReference<Object> engine;
  private final Predicate<Object> isClosed;

  private LocalDatabase(
      String name, @Nullable WeakReference<Object> engine, Predicate<Object> isClosed) {
    this.name = name;
    this.engine = engine;
    this.isClosed = isClosed;
  }

  /**
   * Describes a database that can be reopened.
   *
   * @param name its name, unique in this process
   * @return a database
   */
  public static LocalDatabase lasting(String name) {
    return new LocalDatabase(name, null, any -> false);
  }

  /**
   * Describes an in-memory database.
   *
   * @param name its name, unique in this process
   * @param engine the driver's object for the database; not kept reachable
   * @param isClosed returns whether the engine's database has disappeared
   * @return a database
   */
  public static LocalDatabase inMemory(String name, Object engine, Predicate<Object> isClosed) {
    return new LocalDatabase(name, new WeakReference<>(engine), isClosed);
  }

  /**
   * Returns the name.
   *
   * @return the name, unique in this process
   */
  public String name() {
    return name;
  }

  /**
   * Returns the name of a connection's database.
   *
   * @param connection a connection of the application or of a function running in the database
   * @return the database's address without parameters
   * @throws SQLException if the connection is closed
   */
  public static String name(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    int parameters = 0;
    while (parameters < url.length() && ";?".indexOf(url.charAt(parameters)) < 0) {
      parameters++;
    }
    return url.substring(0, parameters);
  }

  /** Returns whether the database disappears when closed. */
  boolean isInMemory() {
    return engine != null;
  }

  /** Returns whether both are the same database, not merely a successor with the same name. */
  boolean isSame(LocalDatabase other) {
    return name.equals(other.name) && engine() == other.engine();
  }

  private @Nullable Object engine() {
    return engine == null ? null : engine.get();
  }

  /** Returns whether the database has disappeared. */
  boolean isGone() {
    Object present = engine();
    return isInMemory() && (present == null || isClosed.test(present));
  }
}
