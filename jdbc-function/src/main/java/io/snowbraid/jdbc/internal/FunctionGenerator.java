package io.snowbraid.jdbc.internal;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The generator behind the SQL functions of this process.
 *
 * <p>A database calls its functions without telling for whom, so all databases that run inside one
 * process share one generator.
 */
public final class FunctionGenerator {

  private static final AtomicReference<@Nullable Snowflake> BOUND = new AtomicReference<>();

  private FunctionGenerator() {}

  /**
   * Puts a generator behind the functions.
   *
   * @param generator the generator to take ids from as long as it is open
   * @throws IllegalStateException if another open generator stands there
   */
  public static void bind(Snowflake generator) {
    Snowflake bound = offer(generator);
    if (bound != generator) {
      throw new IllegalStateException(
          "SQL functions of one process must share one generator: they take ids from "
              + bound
              + ", so they cannot take them from "
              + generator
              + "; hand in the same instance, or close the other one first");
    }
  }

  /**
   * Puts a generator behind the functions unless another open one stands there.
   *
   * @param generator the generator to take ids from as long as it is open
   * @return the generator that stands behind the functions now
   */
  public static Snowflake offer(Snowflake generator) {
    Snowflake bound = BOUND.get();
    while (bound == null || !bound.isOpen()) {
      if (BOUND.compareAndSet(bound, generator)) {
        return generator;
      }
      bound = BOUND.get();
    }
    return bound;
  }

  /**
   * Finds the generator behind the functions: the bound one, else the one that system properties
   * describe.
   *
   * @return the generator, or empty if there is neither
   * @throws IllegalArgumentException if a system property is malformed
   */
  public static Optional<Snowflake> find() {
    Snowflake bound = BOUND.get();
    if (bound != null) {
      return Optional.of(bound);
    }
    return SharedGenerators.find(System::getProperty).map(FunctionGenerator::offer);
  }

  /**
   * Finds the layout that the functions take ids apart with.
   *
   * @return the layout of the generator behind the functions, else the one that system properties
   *     describe
   */
  public static Layout layout() {
    return find()
        .map(Snowflake::layout)
        .orElseGet(() -> SharedGenerators.layout(System::getProperty));
  }
}
