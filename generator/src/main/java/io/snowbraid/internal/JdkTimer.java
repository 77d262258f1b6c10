package io.snowbraid.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The timer thread of the JDK, which lives as long as the process. An application may be redeployed
 * while its work waits for a time, so nothing of its class loader may be reachable from that
 * thread. This holds for what waits, and for what the thread inherited when it was started.
 */
final class JdkTimer {

  /** The timer of this process. */
  static final JdkTimer SHARED = new JdkTimer(ForkJoinPool.defaultForkJoinWorkerThreadFactory);

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Runs the task of a weak reference; null if the platform cannot make one. */
  private static final @Nullable MethodHandle RUN_REFERENT = runReferent();

  private final ForkJoinWorkerThreadFactory starters;
  private volatile boolean isRunning;

  /**
   * Creates a timer.
   *
   * @param starters makes the thread that starts the JDK's
   */
  JdkTimer(ForkJoinWorkerThreadFactory starters) {
    this.starters = starters;
  }

  /** Returns whether the thread was started; then {@link #schedule} needs no other. */
  boolean isRunning() {
    return isRunning;
  }

  /**
   * Runs a task in the timer's thread after a delay, unless the result is no longer reachable then.
   *
   * @param task must be short, and must not throw
   * @param threads start the timer's thread
   * @return the task, which can be cancelled
   */
  Future<?> schedule(Runnable task, Duration delay, BackgroundThreads threads) {
    CompletableFuture<@Nullable Object> due = new CompletableFuture<>();
    FutureTask<?> delayed =
        new FutureTask<>(task, null) {
          @Override
          protected void done() {
            due.complete(null); // removes a cancelled one from the timer's queue
          }
        };
    due.thenRun(weak(delayed));
    long nanos = Math.min(Durations.nanos(delay), Long.MAX_VALUE >> 1);
    if (isRunning) {
      due.completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
    } else {
      long at = System.nanoTime() + nanos;
      threads.handOver(() -> start(due, at));
    }
    return delayed;
  }

  /**
   * Starts the thread, and completes a future later. As long as the thread cannot be started, this
   * waits in its place.
   *
   * @param at when, by {@link System#nanoTime}
   */
  void start(CompletableFuture<@Nullable Object> due, long at) {
    while (!due.isDone()) {
      long left = Math.max(0, at - System.nanoTime());
      try {
        startClean(due, left);
        return;
      } catch (Throwable e) { // there is no thread for it now
        await(due, left);
      }
    }
  }

  /**
   * Starts the thread in one that has only code of the JDK on its stack. The reason is that the new
   * thread inherits the protection domains of that stack, and with them their class loaders.
   */
  private void startClean(CompletableFuture<@Nullable Object> due, long nanos) throws Exception {
    ForkJoinPool starter = new ForkJoinPool(1, starters, null, false);
    try {
      starter.submit(completion(due, nanos)).get();
      isRunning = true;
    } finally {
      starter.shutdown();
    }
  }

  private static Runnable completion(CompletableFuture<@Nullable Object> due, long nanos) {
    MethodType type =
        MethodType.methodType(CompletableFuture.class, Object.class, long.class, TimeUnit.class);
    return ofJdkClasses(
        () ->
            MethodHandles.insertArguments(
                MethodHandles.publicLookup()
                    .findVirtual(CompletableFuture.class, "completeOnTimeout", type),
                0,
                due,
                null,
                nanos,
                TimeUnit.NANOSECONDS),
        () -> due.completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS));
  }

  /** Makes a handle of methods of the JDK. */
  interface Handle {
    MethodHandle make() throws ReflectiveOperationException;
  }

  /**
   * Makes a task that consists of classes of the JDK only, so that it keeps no class loader alive.
   *
   * @param otherwise what does the same where no code can be made at run time, as in a native
   *     image, whose classes stay anyway
   */
  @SuppressWarnings("UnusedException") // it says only what the platform is
  static Runnable ofJdkClasses(Handle work, Runnable otherwise) {
    try {
      return proxy(Runnable.class, work.make());
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      return otherwise;
    }
  }

  private static void await(CompletableFuture<@Nullable Object> due, long left) {
    try {
      due.get(Math.min(left, RETRY_NANOS), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      if (left <= RETRY_NANOS) {
        due.complete(null);
      }
    } catch (InterruptedException | ExecutionException e) {
      due.complete(null);
    }
  }

  /**
   * Makes a task of the JDK's classes that runs another one as long as that is reachable.
   *
   * @param task held weakly; held strongly if the platform makes no code at run time, as in a
   *     native image, whose classes stay anyway
   */
  private static Runnable weak(Runnable task) {
    MethodHandle run = RUN_REFERENT;
    return run == null ? task : proxy(Runnable.class, run.bindTo(new WeakReference<>(task)));
  }

  private static @Nullable MethodHandle runReferent() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle get =
          lookup.findVirtual(WeakReference.class, "get", MethodType.methodType(Object.class));
      MethodHandle run =
          lookup
              .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
              .asType(MethodType.methodType(void.class, Object.class));
      MethodHandle isNull =
          lookup.findStatic(
              Objects.class, "isNull", MethodType.methodType(boolean.class, Object.class));
      MethodHandle nothing = MethodHandles.empty(run.type());
      MethodHandle both =
          MethodHandles.filterArguments(MethodHandles.guardWithTest(isNull, nothing, run), 0, get);
      proxy(Runnable.class, both.bindTo(new WeakReference<>(null))).run();
      return both;
    } catch (Throwable e) { // whatever a platform without it throws
      return null;
    }
  }

  /**
   * The class of a proxy is defined by the thread's context class loader, so there must be none.
   */
  static <T> T proxy(Class<T> type, MethodHandle work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(null);
    try {
      return MethodHandleProxies.asInterfaceInstance(type, work);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
