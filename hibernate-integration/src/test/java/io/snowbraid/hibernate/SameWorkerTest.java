package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/**
 * A process is warned if two databases give it the same worker, also if they are in memory. The
 * warning is logged only once per process, so the test starts one.
 */
class SameWorkerTest {

  /** An application with two databases. */
  static final class Application {

    private Application() {}

    public static void main(String[] arguments) {
      try (HikariDataSource east = TestFactory.database("east");
          HikariDataSource west = TestFactory.database("west");
          SessionFactory one = TestFactory.open(east, Map.of(), Entities.Named.class);
          SessionFactory two = TestFactory.open(west, Map.of(), Entities.Named.class)) {
        System.out.println("open: " + (one.isOpen() && two.isOpen()));
      }
    }
  }

  @Test
  void warningOfTheSameWorkerNamesDatabasesAndTheSetting() throws Exception {
    assertThat(Programs.output(JavaProcess.of(Application.class)))
        .contains("open: true")
        .containsOnlyOnce("worker 0 is held by two generators of this process")
        .contains(
            "database=jdbc:h2:mem:east",
            "database=jdbc:h2:mem:west",
            "lease both from one worker table, or give each a share of the workers:"
                + " withWorkers(\"0-63\"), or snowbraid.workers=0-63");
  }
}
