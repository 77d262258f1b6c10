package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.spring.internal.SnowbraidTestSliceAutoConfiguration;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * A process is warned if two contexts get the same worker from databases of their own, unless they
 * are test slices. The warning is logged only once per process, so each test starts one.
 */
@Tag("slow")
class SameWorkerTest {

  private static final String WARNING = "worker 0 is held by two generators of this process";

  /** Two contexts at a time, which are test slices if there is an argument. */
  static final class Contexts {

    private Contexts() {}

    public static void main(String[] arguments) {
      ApplicationContextRunner runner =
          arguments.length == 0
              ? TestContexts.withDatabase()
              : TestContexts.withDatabase()
                  .withConfiguration(
                      AutoConfigurations.of(SnowbraidTestSliceAutoConfiguration.class));
      runner.run(
          one ->
              runner.run(
                  two ->
                      System.out.println(
                          "workers: "
                              + TestContexts.snowflake(one).workerId()
                              + TestContexts.snowflake(two).workerId())));
    }
  }

  private static String started(String... arguments) throws IOException, InterruptedException {
    return Programs.output(JavaProcess.of(Contexts.class, arguments));
  }

  @Test
  void contextsWithDatabasesInMemoryAreWarned() throws Exception {
    assertThat(started()).contains("workers: 00").containsOnlyOnce(WARNING);
  }

  @Test
  void testSlicesAreNot() throws Exception {
    assertThat(started("slice")).contains("workers: 00").doesNotContain(WARNING);
  }
}
