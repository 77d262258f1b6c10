package io.snowbraid.server.internal.services;

/**
 * What makes the calls that may wait, apart so that none waits for another kind.
 *
 * @param ids draws of ids
 * @param tags draws of numbers of tags
 * @param store calls to stores other than draws; a store that hangs may hold up all of these
 * @param noStore calls that take long, but must not wait for a store that hangs
 */
public record Queues(CallQueue ids, CallQueue tags, CallQueue store, CallQueue noStore)
    implements AutoCloseable {

  /** As many as draw segments. */
  private static final int TAGS = 32;

  private static final int STORE = 8;

  /** One for metrics, and one for the synchronization of regions. */
  private static final int NO_STORE = 2;

  /** Creates queues without threads, which come when they are needed. */
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
