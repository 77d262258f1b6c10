package io.snowbraid.server.internal.services;

/**
 * The queues for calls that may block, separated so that one kind never waits for another.
 *
 * @param ids draws of ids
 * @param tags draws of tag numbers
 * @param store other store calls; a hanging store may block all of them
 * @param noStore slow calls that must not wait for a hanging store
 */
public record Queues(CallQueue ids, CallQueue tags, CallQueue store, CallQueue noStore)
    implements AutoCloseable {

  /** The number of threads that draw segments. */
  private static final int TAGS = 32;

  private static final int STORE = 8;

  /** One for metrics, and one for synchronizing regions. */
  private static final int NO_STORE = 2;

  /** Creates queues, which start threads when they need them. */
  public static Queues open() {
    return new Queues(
        new CallQueue("ids", 1),
        new CallQueue("tags", TAGS),
        new CallQueue("store", STORE),
        new CallQueue("other", NO_STORE));
  }

  @Override
  public void close() {
    ids.close();
    tags.close();
    store.close();
    noStore.close();
  }
}
