package io.snowbraid.benchmarks;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;

/** Generates the ids of one client. */
interface KeySource extends AutoCloseable {

  void fill(long[] ids);

  @Override
  default void close() {}

  static KeySource snowbraid(int client) {
    Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(client)).build();
    return new KeySource() {
      @Override
      public void fill(long[] ids) {
        generator.nextIds(ids);
      }

      @Override
      public void close() {
        generator.close();
      }
    };
  }
}
