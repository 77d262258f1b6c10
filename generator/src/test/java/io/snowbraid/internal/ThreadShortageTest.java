package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a moment without threads delays work, and that nothing else comes of it. */
@Tag("slow")
class ThreadShortageTest {

  private final ThreadShortage shortage = new ThreadShortage();
  private final BlockingQueue<Integer> done = new LinkedBlockingQueue<>();

  /** A field, because the timer keeps nothing reachable. */
  private Scheduler scheduler = shortage.scheduler();

  private void assertDone(int expected) throws InterruptedException {
    assertThat(done.poll(10, TimeUnit.SECONDS)).isEqualTo(expected);
  }

  @Test
  void scheduledWorkIsDoneLaterWithoutAnotherCall() throws InterruptedException {
    scheduler = shortage.startTimer().scheduler();
    shortage.set(true);
    scheduler.schedule(() -> done.add(1), Duration.ZERO);
    Future<?> delayed = scheduler.schedule(() -> done.add(2), Duration.ofMillis(50));
    while (shortage.refused() < 3) {
      System.gc();
    }
    shortage.set(false);
    assertDone(1);
    assertDone(2);
    assertThat(delayed).isNotCancelled();
  }

  @Test
  void workIsDoneAtTheNextCallIfNotEvenTheTimerHasAThread() throws Exception {
    shortage.set(true);
    Future<?> delayed = scheduler.schedule(() -> done.add(1), Duration.ofMillis(1));
    scheduler.schedule(() -> done.add(2), Duration.ZERO);
    shortage.set(false);
    scheduler.schedule(() -> done.add(3), Duration.ZERO);
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(done.poll(10, TimeUnit.SECONDS));
    }
    assertThat(all).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(delayed.get(10, TimeUnit.SECONDS)).isNull(); // it ends after what it handed over
  }

  /** The only thread there is waits in place of the timer. */
  @Test
  void delayedWorkOfAThreadIsDoneByThatThread() throws Exception {
    AtomicReference<Future<?>> held = new AtomicReference<>();
    scheduler.schedule(
        () -> {
          shortage.set(true);
          held.set(scheduler.schedule(() -> done.add(1), Duration.ofMillis(100)));
        },
        Duration.ZERO);
    assertDone(1);
    assertThat(held.get().get(10, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void threadThatHasEndedItsWorkTakesWhatWaits() throws InterruptedException {
    CountDownLatch mayEnd = new CountDownLatch(1);
    scheduler.schedule(() -> await(mayEnd), Duration.ZERO);
    shortage.set(true);
    scheduler.schedule(() -> done.add(1), Duration.ZERO);
    assertThat(done.poll(100, TimeUnit.MILLISECONDS)).isNull();
    mayEnd.countDown();
    assertDone(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A caller that cannot wait is told. */
  @Test
  void executionWithoutAThreadFailsAndIsNotDoneLater() throws InterruptedException {
    BackgroundThreads threads = shortage.startTimer().threads();
    shortage.set(true);
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> threads.execute(() -> done.add(1)));
    shortage.set(false);
    threads.execute(() -> done.add(2));
    assertDone(2);
    assertThat(done.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  private void rounds(Function<ThreadShortage, Scheduler> schedulers) {
    scheduler = schedulers.apply(shortage);
    Rounds rounds = new Rounds(this, scheduler, () -> done.add(1));
    shortage.set(true);
    rounds.request();
    shortage.set(false);
    for (int slice = 0; slice < 50 && done.isEmpty(); slice++) {
      rounds.request();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    assertThat(done).contains(1);
  }

  @Test
  void roundIsRunWhenThereIsAThread() {
    rounds(ThreadShortage::scheduler);
  }

  @Test
  void checkerFindsRoundsThatEndForGood() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> rounds(ThreadShortage::forgetfulScheduler));
  }

  private void messages(Function<ThreadShortage, Scheduler> schedulers) {
    scheduler = schedulers.apply(shortage);
    Mailbox<Integer> mailbox = new Mailbox<>("test", done::add, scheduler);
    shortage.set(true);
    mailbox.post(1);
    shortage.set(false);
    for (int slice = 0; slice < 50 && done.isEmpty(); slice++) {
      mailbox.post(2);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    assertThat(done).startsWith(1, 2);
  }

  @Test
  void messagesAreDeliveredWhenThereIsAThread() {
    messages(ThreadShortage::scheduler);
  }

  @Test
  void checkerFindsAMailboxThatEndsForGood() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> messages(ThreadShortage::forgetfulScheduler));
  }
}
