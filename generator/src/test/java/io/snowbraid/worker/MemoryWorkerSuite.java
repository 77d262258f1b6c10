package io.snowbraid.worker;

import io.snowbraid.testkit.WorkerSourceContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Runs the contract suite on a source, which may be broken. */
class MemoryWorkerSuite extends WorkerSourceContract {

  static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

  private final MemoryWorkerSource source;

  MemoryWorkerSuite(MemoryWorkerSource source) {
    this.source = source;
  }

  @Override
  protected WorkerSource source() {
    return source;
  }

  @Override
  protected WorkerSource otherNamespace() {
    return new MemoryWorkerSource(CLOCK);
  }

  @Override
  protected void expire(int worker) {
    source.expire(worker);
  }

  @Override
  protected boolean setBroken(boolean broken) {
    source.setBroken(broken);
    return true;
  }

  @Override
  protected boolean loseNextReply() {
    source.loseNextReply();
    return true;
  }

  @Override
  protected Optional<AutoCloseable> holdUp() {
    return Optional.of(source.holdUp());
  }

  @Override
  protected WorkerLease copyOf(WorkerLease lease) {
    return MemoryWorkerSource.copyOf(lease);
  }
}
