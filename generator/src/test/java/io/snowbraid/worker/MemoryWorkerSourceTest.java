package io.snowbraid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.testkit.BlockContract;
import io.snowbraid.testkit.LaneClaimContract;
import io.snowbraid.testkit.WorkerSourceContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
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
        .isThrownBy(suite::holderThatWasPresumedDeadCanWriteNoMore);
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
        .isThrownBy(suite::successorOfADeadHolderStartsAfterItsGrant);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::releasedWorkerComesBackWithItsLastTicks);
  }

  @Test
  void suiteRejectsASourceThatGivesAWorkerTwice() {
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              void take(int worker, WorkerRequest request, String stamp) {
                super.take(worker, request, stamp);
                expire(worker);
              }
            });
    assertThatExceptionOfType(AssertionError.class).isThrownBy(suite::holdersHaveDifferentWorkers);
  }

  @Test
  void suiteRejectsASourceThatDoesNotDistinguishClones() {
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
  void suiteRejectsASourceThatLooksAtWorkersOfTheNewLayoutOnly() {
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              boolean showsLayout(Set<Integer> recorded, WorkerRequest request) {
                return recorded.stream().anyMatch(worker -> worker < request.workers());
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::layoutWithFewerWorkersIsAnotherLayout);
  }

  @Test
  void suiteRejectsASourceThatServesTheLastCallerFirst() {
    Deque<Thread> callers = new ConcurrentLinkedDeque<>();
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              void awaitTurn() {
                Thread caller = Thread.currentThread();
                callers.push(caller);
                while (isHeldUp() || callers.peek() != caller) {
                  LockSupport.parkNanos(1_000_000);
                }
                callers.remove(caller);
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::callersOfAProcessAreServedInTheirOrder);
  }

  @Test
  void suiteRejectsASourceThatGivesUpWhenItsOwnProcessIsBusy() {
    WorkerSourceContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              void awaitTurn() {
                if (isHeldUp()) {
                  throw new WorkerSourceException("a process makes no progress; stop it");
                }
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::callersOfAProcessAreServedInTheirOrder);
  }

  @Test
  void suiteRejectsASourceThatDoesNotRecordClaims() {
    LaneClaimContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              void reserve(LaneClaim claim, WorkerRequest request) {
                // forgets it
              }
            });
    assertThatExceptionOfType(AssertionError.class).isThrownBy(suite::claimsAreNeverRepeated);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::claimsOfManyThreadsAreDifferentAndNoneOfAGenerator);
  }

  @Test
  void suiteRejectsASourceThatLeasesClaimedWorkers() {
    LaneClaimContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              boolean isReserved(boolean forPast) {
                return false;
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::claimedWorkerIsNotLeasedAlthoughNoOtherIsFree);
  }

  @Test
  void suiteRejectsASourceThatClaimsWorkersThatWereHeld() {
    LaneClaimContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              boolean isClaimable(boolean forPast) {
                return true;
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::workerThatWasHeldIsNotClaimed);
  }

  @Test
  void suiteRejectsASourceThatDoesNotRaiseTheBoundOfALane() {
    BlockContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              void reserve(LaneClaim claim, WorkerRequest request) {
                long first = claim.firstTick();
                super.reserve(new LaneClaim(claim.worker(), claim.lane(), first, first), request);
              }
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::claimsOfTicksByManyThreadsAreDisjointAndNoneOfAGenerator);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::claimsOfTicksFollowOneAnotherOrHaveAnotherLane);
  }

  @Test
  void suiteRejectsASourceWhoseNamesAreWrittenOver() {
    BlockContract suite =
        new MemoryWorkerSuite(
            new MemoryWorkerSource(CLOCK) {
              @Override
              boolean record(NamedBlock block, Map<String, NamedBlock> named) {
                named.put(block.name(), block);
                return true;
              }
            });
    assertThatExceptionOfType(AssertionError.class).isThrownBy(suite::firstBlockOfANameRemains);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::oneOfManyInsertsOfANameSucceeds);
  }

  /** Creates a suite on a source that ignores a part of each worker request. */
  private static WorkerSourceContract deafTo(UnaryOperator<WorkerRequest> part) {
    return new MemoryWorkerSuite(
        new MemoryWorkerSource(CLOCK) {
          @Override
          public WorkerLease acquire(WorkerRequest request) {
            return super.acquire(part.apply(request));
          }
        });
  }

  private static WorkerRequest request(
      WorkerRequest c, int used, int spare, Set<Integer> excluded) {
    return new WorkerRequest(
        c.layout(),
        c.workers(),
        c.lanes(),
        used,
        c.tick(),
        c.horizon(),
        c.owner(),
        spare,
        excluded);
  }

  @Test
  void suiteRejectsASourceThatGivesExcludedWorkers() {
    WorkerSourceContract suite = deafTo(c -> request(c, c.usedLanes(), c.spare(), Set.of()));
    assertThatExceptionOfType(AssertionError.class).isThrownBy(suite::excludedWorkersAreNotGiven);
  }

  @Test
  void suiteRejectsASourceThatGivesTheSpareWorkers() {
    WorkerSourceContract suite = deafTo(c -> request(c, c.usedLanes(), 0, c.excluded()));
    assertThatExceptionOfType(AssertionError.class).isThrownBy(suite::spareWorkersStayFree);
  }

  @Test
  void suiteRejectsASourceThatLooksAtLanesOutOfUse() {
    WorkerSourceContract suite = deafTo(c -> request(c, c.lanes(), c.spare(), c.excluded()));
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(suite::lanesThatAreNotUsedDoNotMakeAWorkerFit);
  }

  @Test
  void holderDiesWhenTheStoresClockSaysSo() {
    assertThat(source().acquire(request(1, "host")).storeTime()).contains(Instant.EPOCH);
  }
}
