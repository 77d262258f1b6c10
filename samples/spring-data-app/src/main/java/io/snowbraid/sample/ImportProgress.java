package io.snowbraid.sample;

import org.springframework.stereotype.Component;

/**
 * The progress of the import, which starts with the application. Safe for use by any number of
 * threads.
 */
@Component("importProgress")
class ImportProgress {

  private volatile State state = new State(true, 0, 0);

  private record State(boolean running, int saved, int total) {}

  synchronized void begin(int total) {
    state = new State(true, 0, total);
  }

  synchronized void saved(int more) {
    state = new State(true, state.saved + more, state.total);
  }

  synchronized void end() {
    state = new State(false, state.saved, state.total);
  }

  public boolean isRunning() {
    return state.running;
  }

  public int percent() {
    State now = state;
    return now.total == 0 ? 0 : (int) (now.saved * 100L / now.total);
  }

  /** Describes the progress in one sentence. */
  public String sentence() {
    State now = state;
    return Formats.format(
        "The import is running: %,d of %,d cities are in (%d %%).",
        now.saved, now.total, percent());
  }
}
