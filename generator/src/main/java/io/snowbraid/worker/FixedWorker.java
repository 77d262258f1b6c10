package io.snowbraid.worker;

/** One number, given by the user. */
record FixedWorker(int worker) implements WorkerSource {

  FixedWorker {
    if (worker < 0) {
      throw new IllegalArgumentException("worker must be >= 0: worker=" + worker);
    }
  }

  @Override
  public int acquire(int workers) {
    if (worker >= workers) {
      throw new IllegalArgumentException(
          "worker must be in [0, " + workers + ") in this layout: worker=" + worker);
    }
    return worker;
  }
}
