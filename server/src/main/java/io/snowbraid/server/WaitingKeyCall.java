package io.snowbraid.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.snowbraid.sequence.Sequences;
import io.snowbraid.sequence.SlotRoute;
import io.snowbraid.server.loop.LoopClient;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call of a key whose slot is not served here now. It is tried again whenever something about the
 * slot has changed, until a limit. No thread waits.
 *
 * <p>Used by the thread of its connection only, but for {@link #run}.
 */
final class WaitingKeyCall implements PendingAnswer, Runnable {

  private final Sequences sequences;
  private final Services services;
  private final KeyCall call;

  private final LoopClient client;
  private final EventLoop loop;
  private final Runnable whenDone;
  private @Nullable Future<?> end;
  private @Nullable String error;
  private long result = KeyOperation.NOT_NOW;
  private boolean isRegistered;
  private boolean isDone;

  /**
   * Creates a call that does not wait yet.
   *
   * @param client fails if the call does
   * @param whenDone called once in the thread of the loop, and not by {@link #begin}, unless the
   *     call is cancelled
   */
  WaitingKeyCall(
      Sequences sequences,
      Services services,
      KeyCall call,
      LoopClient client,
      EventLoop loop,
      Runnable whenDone) {
    this.sequences = sequences;
    this.services = services;
    this.call = call;
    this.client = client;
    this.loop = loop;
    this.whenDone = whenDone;
  }

  /** Begins to wait. */
  void begin() {
    Runnable last = () -> client.run(() -> attempt(true));
    end = loop.schedule(last, services.sequenceWait().toNanos(), TimeUnit.NANOSECONDS);
    register();
  }

  private void register() {
    isRegistered = true;
    sequences.await(call.slot(), this);
  }

  /** Called in any thread when something about the slot has changed. */
  @Override
  public void run() {
    try {
      loop.execute(() -> client.run(this::tryAgain));
    } catch (RejectedExecutionException e) { // the server has been closed, and the connection too
    }
  }

  private void tryAgain() {
    isRegistered = false;
    attempt(false);
    if (!isDone) {
      register();
    }
  }

  private void attempt(boolean isLast) {
    if (isDone) {
      return;
    }
    try {
      result = call.make(sequences, System.nanoTime());
      error = result == KeyOperation.NOT_NOW ? refusal(isLast) : null;
    } catch (ArithmeticException e) {
      error = KeyErrors.OVERFLOW;
    }
    if (result != KeyOperation.NOT_NOW || error != null) {
      finish();
    }
  }

  /** Returns why there is no number; null to wait on. */
  private @Nullable String refusal(boolean isLast) {
    SlotRoute route = sequences.route(call.slot());
    services.statistics().redirect(route.kind());
    return isLast ? KeyErrors.afterWait(call.slot(), route) : KeyErrors.atOnce(call.slot(), route);
  }

  private void finish() {
    cancel();
    whenDone.run();
  }

  /** Ends the wait, and leaves nothing behind. */
  @Override
  public void cancel() {
    isDone = true;
    if (isRegistered) {
      isRegistered = false;
      sequences.cancel(call.slot(), this);
    }
    if (end != null) {
      boolean unused = end.cancel(false);
    }
  }

  @Override
  public void write(Replies replies) {
    if (error == null) {
      call.operation().write(result, replies);
    } else {
      replies.error(error);
    }
  }
}
