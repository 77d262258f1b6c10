package io.snowbraid.server.internal.resp;

import io.netty.channel.EventLoop;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.loop.LoopClient;
import io.snowbraid.server.internal.loop.SlotWait;
import io.snowbraid.server.internal.services.Services;
import org.jspecify.annotations.Nullable;

/**
 * A call of a key whose slot is not served here now, so its connection waits. Used by the thread of
 * the connection only.
 */
final class WaitingKeyCall implements PendingAnswer {

  private final KeyedNumbers keyed;
  private final Services services;
  private final KeyCall call;
  private final SlotWait wait;
  private final Runnable whenDone;
  private final long arrived = System.nanoTime();
  private @Nullable String error;
  private long result = KeyOperation.NOT_NOW;

  /**
   * Creates a call that does not wait yet.
   *
   * @param client fails if the call does
   * @param whenDone called once in the thread of the loop, and not by {@link #begin}, unless the
   *     call is cancelled
   */
  WaitingKeyCall(
      KeyedNumbers keyed,
      Services services,
      KeyCall call,
      LoopClient client,
      EventLoop loop,
      Runnable whenDone) {
    this.keyed = keyed;
    this.services = services;
    this.call = call;
    this.wait = new SlotWait(keyed, call.slot(), client, loop, this::attempt);
    this.whenDone = whenDone;
  }

  /** Begins to wait. */
  void begin() {
    wait.begin(services.keyedWait());
  }

  private @Nullable Runnable attempt(boolean isLast) {
    try {
      result = call.make(keyed, System.nanoTime());
      error = result == KeyOperation.NOT_NOW ? refusal(isLast) : null;
    } catch (ArithmeticException e) {
      error = KeyErrors.OVERFLOW;
    }
    return result == KeyOperation.NOT_NOW && error == null ? null : whenDone;
  }

  /** Returns why there is no number; null to wait on. */
  private @Nullable String refusal(boolean isLast) {
    SlotRoute route = keyed.route(call.slot(), arrived);
    services.statistics().redirect(route.kind());
    return isLast ? KeyErrors.afterWait(call.slot(), route) : KeyErrors.atOnce(call.slot(), route);
  }

  @Override
  public void cancel() {
    wait.cancel();
  }

  @Override
  public void write(Replies replies) {
    if (error == null) {
      call.writer().write(result, replies);
    } else {
      replies.error(error);
    }
  }
}
