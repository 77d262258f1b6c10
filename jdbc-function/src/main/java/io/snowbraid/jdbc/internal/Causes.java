package io.snowbraid.jdbc.internal;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Follows chains of causes. A circular chain ends before its first repetition. */
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
}
