package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.services.Statistics;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call of a key.
 *
 * @param amount how many numbers, or a value, as the operation wants
 * @param writer writes the result
 */
record KeyCall(KeyOperation operation, int slot, long hash, long amount, Writer writer) {

  /** Writes a result. */
  @FunctionalInterface
  interface Writer {
    void write(long result, Replies replies);
  }

  /**
   * Tries a call that waits.
   *
   * @param arrived when the request had arrived, by the steady clock
   * @param isLast whether it cannot wait on
   * @return what writes the answer; null to wait on
   */
  @Nullable Consumer<Replies> attempt(
      KeyedNumbers keyed, Statistics statistics, long arrived, boolean isLast) {
    try {
      long result = operation.apply(keyed, slot, hash, amount, System.nanoTime());
      if (result != KeyOperation.NOT_NOW) {
        return replies -> writer.write(result, replies);
      }
    } catch (ArithmeticException e) {
      return replies -> replies.error(KeyErrors.OVERFLOW);
    }
    SlotRoute route = keyed.route(slot, arrived);
    statistics.redirect(route.kind());
    String error = isLast ? KeyErrors.afterWait(slot, route) : KeyErrors.atOnce(slot, route);
    return error == null ? null : replies -> replies.error(error);
  }
}
