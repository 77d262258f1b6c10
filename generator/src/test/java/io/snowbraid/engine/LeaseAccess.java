package io.snowbraid.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Opens the lease of a generator to tests of whole generators. */
public record LeaseAccess(Issuer issuer) {

  public static final Duration PAUSE = Lease.RETRY_PAUSE;
  public static final Duration OPEN_WAIT = LeaseLifecycle.OPEN_WAIT;
  public static final Duration CLOSE_WAIT = LeaseLifecycle.CLOSE_WAIT;

  public CompletableFuture<Void> requestGrant() {
    return issuer.lease().requestGrant();
  }

  public void refresh() {
    issuer.lease().refresh();
  }

  public boolean suspend() {
    return issuer.lifecycle().suspend();
  }

  public void suspendForCheckpoint() {
    issuer.lifecycle().suspendForCheckpoint();
  }

  public void resume() {
    issuer.lease().resume();
  }
}
