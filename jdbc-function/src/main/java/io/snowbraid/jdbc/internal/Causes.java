package io.snowbraid.jdbc.internal;

import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Follows chains of causes, and describes them. A circular chain ends before its first repetition.
 */
public final class Causes {

  private Causes() {}

  /**
   * Returns a failure and its causes.
   *
   * @param failure a failure, or null
   * @return each one once, from the outermost
   */
  public static Stream<Throwable> of(@Nullable Throwable failure) {
    return of(failure, Throwable::getCause);
  }

  /**
   * Returns a failure and its causes, filtered by type.
   *
   * @param failure a failure
   * @param type the type
   * @param <T> the type
   * @return each one once, from the outermost
   */
  public static <T> Stream<T> of(Throwable failure, Class<T> type) {
    return of(failure).filter(type::isInstance).map(type::cast);
  }

  /**
   * Returns a failure and those it leads to.
   *
   * @param failure a failure, or null
   * @param next returns the next failure; null at the end
   * @param <T> the type of the failures
   * @return each one once, from the outermost
   */
  public static <T extends Throwable> Stream<T> of(
      @Nullable T failure, Function<T, @Nullable T> next) {
    Set<T> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return Stream.iterate(failure, Objects::nonNull, next::apply).takeWhile(seen::add);
  }

  /**
   * Returns whether the database rejected the user or the password (SQL states of class 28), so
   * that a retry does not help.
   *
   * @param failure a failure to connect
   * @return whether the login was rejected
   */
  public static boolean isLoginRejected(Throwable failure) {
    return of(failure, SQLException.class)
        .anyMatch(cause -> String.valueOf(cause.getSQLState()).startsWith("28"));
  }

  /**
   * Describes a failure, without secrets. Adds the root cause, because pools and drivers only
   * report that no connection is available.
   *
   * @param failure a failure of a driver or pool
   * @return its message, SQL state and root cause
   */
  public static String text(Throwable failure) {
    String text =
        failure instanceof SQLException e
            ? e.getMessage() + (e.getSQLState() == null ? "" : " (" + e.getSQLState() + ")")
            : failure.toString();
    Throwable root = of(failure).reduce(failure, (effect, cause) -> cause);
    boolean isSaid = root == failure || text.contains(String.valueOf(root.getMessage()));
    return DatabaseAddress.hideSecrets(isSaid ? text : text + ", because of " + root);
  }
}
