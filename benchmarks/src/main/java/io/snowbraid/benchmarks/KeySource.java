package io.snowbraid.benchmarks;

import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Generates the keys of one client, as an application would. */
interface KeySource extends AutoCloseable {

  Object[] next(int count);

  @Override
  default void close() {}

  static KeySource of(Supplier<?> keys) {
    return count -> Stream.generate(keys).limit(count).toArray();
  }

  static KeySource snowbraid(int client) {
    Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(client)).build();
    KeySource keys = of(generator::nextId);
    return new KeySource() {
      @Override
      public Object[] next(int count) {
        return keys.next(count);
      }

      @Override
      public void close() {
        generator.close();
      }
    };
  }

  static KeySource tsid(int client) {
    TsidFactory factory = TsidFactory.newInstance1024(client);
    return of(() -> factory.create().toLong());
  }

  static KeySource uuid7() {
    return of(new TimeOrderedEpochFactory()::create);
  }
}
