package io.snowbraid;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** Runs at once what has no delay, and the rest when it is told to. */
final class ManualScheduler implements Scheduler {

  private record Task(Runnable work, Duration delay, Future<?> future) {}

  private final Deque<Task> tasks = new ArrayDeque<>();
  private boolean held;
  private volatile boolean ended;

  @Override
  public Future<?> schedule(Runnable work, Duration delay) {
    Task task = new Task(work, delay, new CompletableFuture<>());
    if (ended) {
      return task.future();
    }
    if (delay.isZero() && !held) {
      work.run();
    } else {
      tasks.add(task);
    }
    return task.future();
  }

  /** As if the thread were busy elsewhere: nothing runs at once. */
  void hold(boolean held) {
    this.held = held;
  }

  /**
   * As if the process had been killed: nothing runs any more. Without it a generator that is
   * forgotten gives its worker back when it is collected, in the thread of its Cleaner.
   */
  void end() {
    ended = true;
    tasks.clear();
  }

  /** Runs all that waits, but not what comes of it. */
  void run() {
    for (Task task : new ArrayList<>(tasks)) {
      tasks.remove(task);
      if (!task.future().isCancelled()) {
        task.work().run();
      }
    }
  }

  /** What waits, by the delay it was given. */
  List<Duration> delays() {
    tasks.removeIf(task -> task.future().isCancelled());
    return tasks.stream().map(Task::delay).toList();
  }
}
