package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.ServerRecord.State;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerWatchTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);
  private static final ServerRecord ENDED = server("a", State.ENDED);
  private static final ServerRecord SERVING = server("b", State.SERVING);

  private final ServerWatch watch = new ServerWatch(KeyedSettings.DEFAULT);

  private static ServerRecord server(String id, State state) {
    return new ServerRecord(id, "host:1", Duration.ZERO, state, 0, "stamp");
  }

  @Test
  void rowIsRemovedAnHourAfterItWasSeen() {
    assertThat(watch.longEnded(List.of(ENDED, SERVING), Set.of("b"), 5)).isEmpty();
    assertThat(watch.longEnded(List.of(ENDED, SERVING), Set.of("b"), HOUR)).isEmpty();
    assertThat(watch.longEnded(List.of(ENDED, SERVING), Set.of("b"), HOUR + 5))
        .containsExactly(ENDED);
  }

  @Test
  void rowOfAOwnerStays() {
    assertThat(watch.longEnded(List.of(ENDED), Set.of(), 0)).isEmpty();
    assertThat(watch.longEnded(List.of(ENDED), Set.of("a"), HOUR)).isEmpty();
    assertThat(watch.longEnded(List.of(ENDED), Set.of(), HOUR + 1)).isEmpty();
    assertThat(watch.longEnded(List.of(ENDED), Set.of(), 2 * HOUR + 1)).containsExactly(ENDED);
  }
}
