package io.snowbraid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MemoryWorkerSourceTest extends MemoryWorkerSuite {

  private static final InstantSource CLOCK = MemoryWorkerSuite.CLOCK;

  MemoryWorkerSourceTest() {
    super(new MemoryWorkerSource(CLOCK));
  }

  @Test
  void suiteRejectsASourceWithoutAFence() {
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              boolean isHolder(int worker, LeaseStamps stamps) {
                return true;
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::holderThatWasTakenForDeadCanWriteNoMore);
  }

  @Test
  void suiteRejectsASourceThatForgets() {
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              long[] found(int worker) {
                long[] found = super.found(worker);
                Arrays.fill(found, -1);
                return found;
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::successorOfADeadHolderStartsBehindItsGrant);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::releasedWorkerComesBackWithItsLastTicks);
  }

  @Test
  void suiteRejectsASourceThatGivesAWorkerTwice() {
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              void take(int worker, WorkerClaim claim, String stamp) {
                super.take(worker, claim, stamp);
                expire(worker);
              }
            });
    assertThatExceptionOfType(AssertionError.class).isThrownBy(suite::holdersHaveDifferentWorkers);
  }

  @Test
  void suiteRejectsASourceThatDoesNotTellCopiesApart() {
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              boolean isHolder(int worker, LeaseStamps stamps) {
                return true;
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::copyOfALeaseIsShutOutByTheFirstWrite);
  }

  @Test
  void holderDiesWhenTheStoresClockSaysSo() {
    assertThat(source().acquire(claim(1, "host")).storeTime()).contains(Instant.EPOCH);
  }
}
