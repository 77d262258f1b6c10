package io.snowbraid.jdbc.internal;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A database that this process has open. One in memory ends, and its functions end with it. */
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
   * Describes a database that can be opened again.
   *
   * @param name its name, unique in this process
   * @return a database
   */
  public static LocalDatabase lasting(String name) {
    return new LocalDatabase(name, null, any -> false);
  }

  /**
   * Describes a database in memory.
   *
   * @param name its name, unique in this process
   * @param engine what the driver has for the database; it is not kept reachable
   * @param isClosed returns whether the database of such an engine has ended
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
   * @param connection a connection of an application, or of a function that runs in the database
   * @return its address without parameters
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

  /** Returns whether the database ends when it is closed. */
  boolean isInMemory() {
    return engine != null;
  }

  /** Returns whether this is the other database, and not one that follows it under its name. */
  boolean isSame(LocalDatabase other) {
    return name.equals(other.name) && engine() == other.engine();
  }

  private @Nullable Object engine() {
    return engine == null ? null : engine.get();
  }

  /** Returns whether the database has ended. */
  boolean isGone() {
    Object present = engine();
    return isInMemory() && (present == null || isClosed.test(present));
  }
}
