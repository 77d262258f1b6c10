package io.snowbraid.server.internal.resp;

import io.snowbraid.internal.Arguments;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.services.Services;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The commands for numbers per key. A call that is answered at once creates no objects. */
final class KeyCommands {

  @FunctionalInterface
  private interface Operation {

    /**
     * Applies the operation.
     *
     * @param amount the count of numbers, or the value
     * @return a number, or {@link KeyedNumbers#UNAVAILABLE}
     * @throws ArithmeticException if too few numbers remain in the slot
     */
    long apply(KeyedNumbers keyed, int slot, long hash, long amount, long nanoTime);
  }

  private static final Operation TAKE = KeyedNumbers::take;
  private static final Operation ADVANCE = KeyedNumbers::advance;
  private static final Operation LOOK =
      (keyed, slot, hash, amount, nanoTime) -> keyed.last(slot, hash, nanoTime);

  private static final int KEY = 1;
  private static final int AMOUNT = 2;

  /** The highest value of a key, so that enough numbers remain in its slot. */
  private static final long LARGEST_VALUE = 1L << 62;

  private final KeyedNumbers keyed;
  private final Services services;
  private final long maxCount;
  private final RequestParser arguments;
  private final Replies replies;

  KeyCommands(KeyedNumbers keyed, Services services, RequestParser arguments, Replies replies) {
    this.keyed = keyed;
    this.services = services;
    this.maxCount = keyed.settings().maxCount();
    this.arguments = arguments;
    this.replies = replies;
  }

  void next(Connection connection) {
    apply(TAKE, 1, connection);
  }

  void several(Connection connection) {
    apply(TAKE, amount("increment", maxCount, "; increase max-count to allow it"), connection);
  }

  void advance(Connection connection) {
    apply(ADVANCE, amount("value", LARGEST_VALUE, ""), connection);
  }

  void get(Connection connection) {
    apply(LOOK, 0, connection);
  }

  private long amount(String name, long max, String advice) {
    long amount = arguments.integer(AMOUNT);
    if (amount < 1 || amount > max) {
      throw new RequestException(
          "ERR %s%s".formatted(Arguments.outside(name, amount, 1, max), amount < 1 ? "" : advice));
    }
    return amount;
  }

  private void apply(Operation operation, long amount, Connection connection) {
    byte[] bytes = arguments.bytes();
    int start = arguments.start(KEY);
    int end = arguments.end(KEY);
    int slot = KeySlot.of(bytes, start, end);
    long hash = KeySlot.hash(bytes, start, end);
    long result;
    try {
      result = operation.apply(keyed, slot, hash, amount, connection.turnNanos());
    } catch (ArithmeticException e) {
      throw new RequestException(KeyErrors.OVERFLOW);
    }
    if (result == KeyedNumbers.UNAVAILABLE) {
      redirectOrWait(operation, slot, hash, amount, connection);
    } else {
      write(operation, result, replies);
    }
  }

  private static void write(Operation operation, long number, Replies replies) {
    if (operation != LOOK) {
      replies.integer(number);
    } else if (number == KeyedNumbers.UNKNOWN) {
      replies.nullReply();
    } else {
      replies.text(number);
    }
  }

  private void redirectOrWait(
      Operation operation, int slot, long hash, long amount, Connection connection) {
    SlotRoute route = keyed.route(slot, connection.turnNanos());
    if (route.isFinal()) {
      services.statistics().redirect(route.kind());
      replies.error(KeyErrors.of(slot, route));
    } else {
      services.statistics().keyWaits.increment();
      connection.await(keyed, slot, now -> attempt(operation, slot, hash, amount, now));
    }
  }

  /** Retries a call that had to wait; returns null if it is still not possible. */
  private @Nullable Consumer<Replies> attempt(
      Operation operation, int slot, long hash, long amount, long now) {
    try {
      long result = operation.apply(keyed, slot, hash, amount, now);
      return result == KeyedNumbers.UNAVAILABLE ? null : out -> write(operation, result, out);
    } catch (ArithmeticException e) {
      return out -> out.error(KeyErrors.OVERFLOW);
    }
  }
}
