package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import org.jspecify.annotations.Nullable;

/** The commands MULTI, EXEC and DISCARD, with the answers of Redis. */
final class TransactionCommands {

  private static final String ABORTED =
      "EXECABORT Transaction discarded because of previous errors.";
  private static final String SEVERAL_SLOTS =
      "CROSSSLOT Keys in request don't hash to the same slot";

  /** The hash of no key, which only checks whether the slot is served here. */
  private static final long ANY_KEY = 0;

  private final int maxBytes;
  private final @Nullable KeyedNumbers keyed;
  private final RequestParser arguments;
  private final Replies replies;

  TransactionCommands(
      int maxBytes, @Nullable KeyedNumbers keyed, RequestParser arguments, Replies replies) {
    this.maxBytes = maxBytes;
    this.keyed = keyed;
    this.arguments = arguments;
    this.replies = replies;
  }

  void multi(Connection connection) {
    if (connection.transaction() != null) {
      throw new RequestException("ERR MULTI calls can not be nested");
    }
    connection.transaction(new Transaction(maxBytes));
    replies.ok();
  }

  void discard(Connection connection) {
    end(connection, "ERR DISCARD without MULTI");
    replies.ok();
  }

  void exec(Connection connection) {
    Transaction transaction = end(connection, "ERR EXEC without MULTI");
    if (transaction.isAborted()) {
      throw new RequestException(ABORTED);
    }
    if (keyed == null || !transaction.hasKeys()) {
      run(transaction, connection, replies);
      return;
    }
    requireOneSlot(transaction, keyed);
    int slot = transaction.slot();
    if (isHere(slot, keyed, connection)) {
      run(transaction, connection, replies);
    } else {
      connection.await(
          keyed,
          slot,
          transaction.capacity(),
          now ->
              keyed.last(slot, ANY_KEY, now) == KeyedNumbers.NOT_HERE
                  ? null
                  : out -> run(transaction, connection, out));
    }
  }

  private static void run(Transaction transaction, Connection connection, Replies replies) {
    replies.array(transaction.count());
    connection.insert(transaction.requests());
  }

  private static Transaction end(Connection connection, String error) {
    Transaction transaction = connection.transaction();
    if (transaction == null) {
      throw new RequestException(error);
    }
    connection.transaction(null);
    return transaction;
  }

  /**
   * Requires all keys to have one slot. A single server owns all slots, so its clients need not
   * know about slots.
   */
  private static void requireOneSlot(Transaction transaction, KeyedNumbers keyed) {
    if (transaction.hasSeveralSlots() && keyed.members().size() > 1) {
      throw new RequestException(SEVERAL_SLOTS);
    }
  }

  /**
   * Returns whether a slot is served here; false if that will be known soon.
   *
   * @throws RequestException if the slot is not served here
   */
  private static boolean isHere(int slot, KeyedNumbers keyed, Connection connection) {
    SlotRoute route = keyed.route(slot, connection.turnNanos());
    if (route.isFinal()) {
      throw new RequestException(KeyErrors.of(slot, route));
    }
    return route.kind() == SlotRoute.Kind.HERE;
  }

  /** Queues a request, unless another server owns its key's slot. */
  void queue(Command command, Transaction transaction, Connection connection) {
    if (keyed != null && command.hasKey()) {
      isHere(
          KeySlot.of(arguments.bytes(), arguments.start(1), arguments.end(1)), keyed, connection);
    }
    transaction.add(command, arguments);
    replies.simple("QUEUED");
  }
}
