package io.snowbraid;

import io.snowbraid.internal.MonotonicTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of a generator's lease: written by rounds, read by any thread. */
final class LeaseState {

  /** A round that takes longer is reported as a failure of the store. */
  private static final Duration ROUND_WAIT = Duration.ofSeconds(12);

  private final MonotonicTime monotonic;

  /** When the present grant was recorded, by the steady clock; null without one. */
  private volatile @Nullable Long grantedAt;

  /** When the round under way began; null between rounds. */
  private volatile @Nullable Long roundSince;

  private volatile @Nullable Failure failure;

  private volatile List<String> warnings = List.of();

  /** Whether a caller needs a grant, not only a check of the record. */
  volatile boolean wantsWrite = true;

  /**
   * Why the last round failed.
   *
   * @param at when, by the steady clock
   * @param isFinal whether there will be no further round
   */
  record Failure(RuntimeException cause, long at, boolean isFinal) {}

  LeaseState(MonotonicTime monotonic) {
    this.monotonic = monotonic;
  }

  /** Notes that a round begins, and returns when, by the steady clock. */
  long begin() {
    long now = monotonic.nanoTime();
    roundSince = now;
    return now;
  }

  /** Notes that the round has ended, with or without a failure. */
  void end(@Nullable Failure cause) {
    roundSince = null;
    failure = cause;
  }

  void granted(List<String> warningsOfSource) {
    warnings = warningsOfSource;
    grantedAt = monotonic.nanoTime();
  }

  /** Returns the warnings of the worker source about the present worker. */
  List<String> warnings() {
    return warnings;
  }

  void givenBack() {
    grantedAt = null;
  }

  boolean isGranted() {
    return grantedAt != null;
  }

  /** Returns why the last round failed; null if it did not. */
  @Nullable Failure failure() {
    return failure;
  }

  boolean isFinal() {
    Failure last = failure;
    return last != null && last.isFinal();
  }

  /** Returns the age of the present grant; empty if there is none. */
  Optional<Duration> grantAge() {
    return Optional.ofNullable(grantedAt).map(at -> Duration.ofNanos(monotonic.nanoTime() - at));
  }

  /** Returns why the store failed, or that it has not answered for a long time. */
  Optional<RuntimeException> storeFailure(Object store) {
    Long since = roundSince;
    long taken = since == null ? 0 : monotonic.nanoTime() - since;
    return taken > ROUND_WAIT.toNanos()
        ? Optional.of(GrantRequests.unresponsive(store, Duration.ofNanos(taken)))
        : Optional.ofNullable(failure).map(Failure::cause);
  }
}
