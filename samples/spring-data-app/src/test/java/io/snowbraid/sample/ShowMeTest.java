package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShowMeTest {

  private static final AdjustableClock.Setting RIGHT =
      new AdjustableClock.Setting.Running(Duration.ZERO);
  private static final AdjustableClock.Setting BACK =
      new AdjustableClock.Setting.Running(ShowMe.STEP.negated());

  private final AdjustableClock clock = new AdjustableClock();
  private final Snowflake ids =
      Snowflake.builder().worker(WorkerSource.fixed(102)).clock(clock).build();
  private final IdMonitor monitor = new IdMonitor(clock, ids);
  private final PlainSnowflakeRunner plain = new PlainSnowflakeRunner(clock);
  private final LoadGenerator load = new LoadGenerator(ids, monitor, plain, () -> 0);
  private final List<Scene> scenes = new ArrayList<>();
  private final ShowMe show =
      new ShowMe(load, clock, monitor, plain, after -> task -> scenes.add(new Scene(after, task)));

  private record Scene(Duration after, Runnable task) {}

  @AfterEach
  void close() {
    load.close();
    ids.close();
  }

  @Test
  void clockStepsBackAndIsSetRightWithCaptionForEachScene() {
    assertThat(show.caption()).isEmpty();
    clock.step(Duration.ofHours(3));
    show.start();
    assertThat(clock.setting()).isEqualTo(RIGHT);
    assertThat(load.rate()).isEqualTo(1_000);
    assertThat(show.caption()).startsWith("1 of 3: The load issues");
    assertThat(scenes).extracting(Scene::after).containsExactly(ShowMe.STEP, ShowMe.END);
    scenes.get(0).task().run();
    assertThat(clock.setting()).isEqualTo(BACK);
    assertThat(show.caption()).startsWith("2 of 3: The clock stepped back by 5 seconds.");
    scenes.get(1).task().run();
    assertThat(clock.setting()).isEqualTo(RIGHT);
    assertThat(show.caption())
        .startsWith("3 of 3: The clock is right again")
        .endsWith("issued 0 duplicates, the plain generator repeated 0 ids.");
  }

  @Test
  void scenesOfARestartedShowDoNothing() {
    show.start();
    show.start();
    scenes.get(0).task().run();
    assertThat(clock.setting()).isEqualTo(RIGHT);
    scenes.get(2).task().run();
    assertThat(clock.setting()).isEqualTo(BACK);
    scenes.get(1).task().run();
    assertThat(clock.setting()).isEqualTo(BACK);
  }
}
