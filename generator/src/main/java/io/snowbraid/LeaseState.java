package io.snowbraid;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the lease of a generator stands: written by rounds, read by anybody. */
final class LeaseState {

  /** A round that takes longer is told as a failure of the store. */
  private static final Duration ROUND_WAIT = Duration.ofSeconds(12);

  private final MonotonicTime monotonic;

  /** When the present grant was recorded, by the steady clock; null without one. */
  private volatile @Nullable Long grantedAt;

  /** When the round under way began; null between rounds. */
  private volatile @Nullable Long roundSince;

  private volatile @Nullable Failure failure;

  private volatile List<String> warnings = List.of();

  /** Whether a caller needs a grant, and not only a look at the record. */
  volatile boolean wantsWrite = true;

  /**
   * What came of the last round.
   *
   * @param at when, by the steady clock
   * @param isFinal whether there will be no other
   */
  record Failure(RuntimeException cause, long at, boolean isFinal) {}

  LeaseState(MonotonicTime monotonic) {
    this.monotonic = monotonic;
  }

  /** A round begins; when, by the steady clock. */
  long begin() {
    long now = monotonic.nanoTime();
    roundSince = now;
    return now;
  }

  /** A round has ended, with or without a failure. */
  void end(@Nullable Failure cause) {
    roundSince = null;
    failure = cause;
  }

  void granted(List<String> warningsOfSource) {
    warnings = warningsOfSource;
    grantedAt = monotonic.nanoTime();
  }

  /** What the source of the present worker noticed. */
  List<String> warnings() {
    return warnings;
  }

  void givenBack() {
    grantedAt = null;
  }

  boolean isGranted() {
    return grantedAt != null;
  }

  /** Why the last round failed; null if it did not. */
  @Nullable Failure failure() {
    return failure;
  }

  boolean isFinal() {
    Failure last = failure;
    return last != null && last.isFinal();
  }

  /** How old the present grant is; empty without one. */
  Optional<Duration> grantAge() {
    return Optional.ofNullable(grantedAt).map(at -> Duration.ofNanos(monotonic.nanoTime() - at));
  }

  /** Why the store did not answer, or that it has not for long. */
  Optional<RuntimeException> storeFailure(Object store) {
    Long since = roundSince;
    long taken = since == null ? 0 : monotonic.nanoTime() - since;
    return taken > ROUND_WAIT.toNanos()
        ? Optional.of(GrantRequests.unresponsive(store, Duration.ofNanos(taken)))
        : Optional.ofNullable(failure).map(Failure::cause);
  }
}
