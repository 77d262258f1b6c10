package io.snowbraid.keyed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls that wait until something about their slot has changed. Safe for use by any threads. */
final class SlotWaits {

  private final Map<Integer, List<Runnable>> waiting = new ConcurrentHashMap<>();

  void add(int slot, Runnable wake) {
    waiting.compute(
        slot,
        (key, before) -> {
          List<Runnable> calls = before == null ? new ArrayList<>() : before;
          calls.add(wake);
          return calls;
        });
  }

  void cancel(int slot, Runnable wake) {
    waiting.computeIfPresent(
        slot,
        (key, calls) -> {
          calls.remove(wake);
          return calls.isEmpty() ? null : calls;
        });
  }

  boolean isAwaited(int slot) {
    return waiting.containsKey(slot);
  }

  void wake(int slot) {
    List<Runnable> calls = waiting.remove(slot);
    if (calls != null) {
      calls.forEach(Runnable::run);
    }
  }

  void wakeAll() {
    List.copyOf(waiting.keySet()).forEach(this::wake);
  }
}
