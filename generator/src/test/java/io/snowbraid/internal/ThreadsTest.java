package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  private final BlockingQueue<Object> done = new LinkedBlockingQueue<>();

  private Object take() throws InterruptedException {
    return done.poll(1, TimeUnit.MINUTES);
  }

  private void note() {
    Thread thread = Thread.currentThread();
    done.add(
        thread.isDaemon()
            + " "
            + thread.getContextClassLoader()
            + " "
            + INHERITED.get()
            + " "
            + thread.getName().replaceAll("\\d+", "N"));
  }

  @Test
  void threadsAreDaemonsAndInheritNothing() throws InterruptedException {
    INHERITED.set("of the caller");
    Threads.bounded(1).execute(this::note);
    assertThat(take()).isEqualTo("true null null snowbraid-N");
    Threads.bounded(1).schedule(this::note, Duration.ofMillis(1));
    assertThat(take()).isEqualTo("true null null snowbraid-N");
  }

  @Test
  void furtherTasksWaitForAThread() throws InterruptedException {
    Threads one = Threads.bounded(1);
    CompletableFuture<Boolean> mayEnd = new CompletableFuture<>();
    one.execute(
        () -> {
          mayEnd.join();
          done.add(1);
        });
    one.execute(() -> done.add(2));
    assertThat(done).isEmpty();
    mayEnd.complete(true);
    assertThat(take()).isEqualTo(1);
    assertThat(take()).isEqualTo(2);
  }

  @Test
  void taskWithoutAThreadIsRejected() {
    Threads none =
        new Threads(
            new ThreadPoolExecutor(
                0,
                1,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                  throw new OutOfMemoryError("unable to create native thread");
                }));
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> none.execute(() -> done.add(1)))
        .withMessage(
            "no thread could be started: java.lang.OutOfMemoryError: unable to create native"
                + " thread; raise the thread limit, or stop some threads");
  }

  @Test
  void foreignCodeFindsItsClassLoader() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(null);
    try {
      Threads.callForeign(this, () -> done.add(Thread.currentThread().getContextClassLoader()));
      assertThat(done).containsExactly(ThreadsTest.class.getClassLoader());
      assertThat(Thread.currentThread().getContextClassLoader()).isNull();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void roundIsRunWhenThereIsAThreadAgain() throws InterruptedException {
    ThreadShortage shortage = new ThreadShortage(false);
    Rounds rounds = new Rounds(this, shortage, () -> done.add(1));
    shortage.set(true);
    rounds.request();
    shortage.set(false);
    rounds.request();
    assertThat(take()).isEqualTo(1);
  }

  @Test
  void messagesAreDeliveredWhenThereIsAThreadAgain() throws InterruptedException {
    ThreadShortage shortage = new ThreadShortage(false);
    Mailbox<Integer> mailbox = new Mailbox<>("test", done::add, shortage);
    shortage.set(true);
    mailbox.post(1);
    shortage.set(false);
    mailbox.post(2);
    assertThat(take()).isEqualTo(1);
    assertThat(take()).isEqualTo(2);
  }
}
