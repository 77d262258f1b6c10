package io.snowbraid.testing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes calls in several threads, all of which start at the same time. */
public final class Crowd {

  private Crowd() {}

  /** Makes a call in each of some threads, and returns the results. */
  public static <T> List<T> call(int threads, Callable<T> call) throws Exception {
    return call(threads, Collections.nCopies(threads, call));
  }

  /** Makes calls, so many at a time, and returns the results in the order of the calls. */
  public static <T> List<T> call(int threads, Collection<? extends Callable<T>> calls)
      throws Exception {
    ExecutorService crowd = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : crowd.invokeAll(together(threads, calls))) {
        results.add(result.get());
      }
      return results;
    } finally {
      crowd.shutdownNow();
    }
  }

  /** The first calls wait for each other: otherwise one has ended before the next thread starts. */
  private static <T> List<Callable<T>> together(
      int threads, Collection<? extends Callable<T>> calls) {
    CyclicBarrier start = new CyclicBarrier(Math.min(threads, calls.size()));
    List<Callable<T>> together = new ArrayList<>();
    for (Callable<T> call : calls) {
      boolean isFirst = together.size() < threads;
      together.add(
          () -> {
            if (isFirst) {
              start.await();
            }
            return call.call();
          });
    }
    return together;
  }
}
