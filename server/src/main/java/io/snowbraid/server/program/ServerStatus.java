package io.snowbraid.server.program;

/**
 * What a server is doing now, for health checks.
 *
 * <p>Thread-safe.
 */
public final class ServerStatus {

  /** The stages of a server. */
  public enum State {
    /** It waits for its store, or leases a worker. */
    STARTING,
    /** It issues ids. */
    READY,
    /** It answers what has arrived, and accepts no more. */
    DRAINING,
    /** It could not start. */
    FAILED
  }

  /**
   * A stage and its reason.
   *
   * @param reason one line without secrets; empty if all is well
   */
  public record Stage(State state, String reason) {}

  private volatile Stage stage = new Stage(State.STARTING, "");

  /** Returns the present stage with its reason. */
  public Stage stage() {
    return stage;
  }

  /** Changes the stage. A server that is draining is never ready again. */
  synchronized void change(State state, String reason) {
    if (stage.state() != State.DRAINING) {
      stage = new Stage(state, reason);
    }
  }
}
