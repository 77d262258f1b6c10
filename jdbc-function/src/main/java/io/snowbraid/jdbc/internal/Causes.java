package io.snowbraid.jdbc.internal;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Follows chains of failures. Some are circles, which end before the first repetition. */
public final class Causes {

  private Causes() {}

  /**
   * Returns a failure and its causes.
   *
   * @param failure a failure; null if there is none
   * @return each of them once, from the outermost
   */
  public static Stream<Throwable> of(@Nullable Throwable failure) {
    return of(failure, Throwable::getCause);
  }

  /**
   * Returns those of a failure and its causes that have a type.
   *
   * @param failure a failure
   * @param type the type
   * @param <T> the type
   * @return each of them once, from the outermost
   */
  public static <T> Stream<T> of(Throwable failure, Class<T> type) {
    return of(failure).filter(type::isInstance).map(type::cast);
  }

  /**
   * Returns a failure and those that it leads to.
   *
   * @param failure a failure; null if there is none
   * @param next returns the one behind a failure; null if it is the last
   * @param <T> the type of them
   * @return each of them once, from the outermost
   */
  public static <T extends Throwable> Stream<T> of(
      @Nullable T failure, Function<T, @Nullable T> next) {
    Set<T> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return Stream.iterate(failure, Objects::nonNull, next::apply).takeWhile(seen::add);
  }
}
