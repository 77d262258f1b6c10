package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.services.KeyHash;
import io.snowbraid.server.internal.services.Services;

/** The commands of numbers per key. A call that is answered at once creates no object. */
final class KeyCommands {

  private static final int KEY = 1;
  private static final int AMOUNT = 2;

  /** Beyond it, a slot would have too few numbers left. */
  private static final long LARGEST_VALUE = 1L << 62;

  private final KeyedNumbers keyed;
  private final Services services;
  private final long maxCount;
  private final Arguments arguments;
  private final Replies replies;

  KeyCommands(KeyedNumbers keyed, Services services, Arguments arguments, Replies replies) {
    this.keyed = keyed;
    this.services = services;
    this.maxCount = keyed.settings().maxCount();
    this.arguments = arguments;
    this.replies = replies;
  }

  void next(Connection connection) {
    apply(KeyOperation.TAKE, 1, connection);
  }

  void several(Connection connection) {
    apply(KeyOperation.TAKE, amount("increment", maxCount, "; set max-count for more"), connection);
  }

  void advance(Connection connection) {
    apply(KeyOperation.ADVANCE, amount("value", LARGEST_VALUE, ""), connection);
  }

  void get(Connection connection) {
    apply(KeyOperation.LOOK, 0, connection);
  }

  private long amount(String name, long max, String advice) {
    long amount = arguments.integer(AMOUNT);
    if (amount < 1 || amount > max) {
      throw new RequestException(
          "ERR number of a key command must be from 1 to "
              + max
              + ": "
              + name
              + "="
              + amount
              + (amount < 1 ? "" : advice));
    }
    return amount;
  }

  private void apply(KeyOperation operation, long amount, Connection connection) {
    byte[] bytes = arguments.bytes();
    int start = arguments.start(KEY);
    int end = arguments.end(KEY);
    int slot = KeySlot.of(bytes, start, end);
    long hash = KeyHash.of(bytes, start, end);
    long result;
    try {
      result = operation.apply(keyed, slot, hash, amount, connection.turnNanos());
    } catch (ArithmeticException e) {
      throw new RequestException(KeyErrors.OVERFLOW);
    }
    if (result == KeyOperation.NOT_NOW) {
      redirectOrWait(operation, slot, hash, amount, connection);
    } else {
      operation.write(result, replies);
    }
  }

  private void redirectOrWait(
      KeyOperation operation, int slot, long hash, long amount, Connection connection) {
    SlotRoute route = keyed.route(slot, connection.turnNanos());
    String error = KeyErrors.atOnce(slot, route);
    if (error == null) {
      services.statistics().waitForKey();
      connection.await(keyed, 0, new KeyCall(operation, slot, hash, amount, operation::write));
    } else {
      services.statistics().redirect(route.kind());
      replies.error(error);
    }
  }
}
