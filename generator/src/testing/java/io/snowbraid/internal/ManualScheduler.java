package io.snowbraid.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** Runs tasks without a delay at once, and the others when the test says so. */
public final class ManualScheduler implements Scheduler {

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

  /** Makes tasks wait, as if the thread were busy. */
  public void hold(boolean held) {
    this.held = held;
  }

  /** Runs nothing any more, as if the process had been killed. */
  public void end() {
    ended = true;
    tasks.clear();
  }

  /** Runs all waiting tasks, but not those that they schedule. */
  public void run() {
    for (Task task : new ArrayList<>(tasks)) {
      tasks.remove(task);
      if (!task.future().isCancelled()) {
        task.work().run();
      }
    }
  }

  /** Returns the delays of the waiting tasks. */
  public List<Duration> delays() {
    tasks.removeIf(task -> task.future().isCancelled());
    return tasks.stream().map(Task::delay).toList();
  }
}
