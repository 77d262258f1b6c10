package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.internal.services.Statistics;
import org.junit.jupiter.api.Test;

/** Tests how many connections a port may have. */
class PortConnectionsTest {

  private final Statistics statistics = new Statistics();

  private static int takeAll(PortConnections places) {
    int taken = 0;
    while (places.take()) {
      taken++;
    }
    return taken;
  }

  @Test
  void clientsOfOnePortLeavePlacesForTheOther() {
    PortConnections redis = new PortConnections(statistics, 10_000, true);
    PortConnections http = new PortConnections(statistics, 10_000, true);
    assertThat(takeAll(redis)).isEqualTo(9_900);
    assertThat(takeAll(http)).isEqualTo(100);
    assertThat(statistics.connected.get()).isEqualTo(10_000);
    assertThat(statistics.refused.sum()).isEqualTo(2);
    redis.release();
    assertThat(http.take()).isTrue();
  }

  @Test
  void onlyPortMayHaveThemAll() {
    assertThat(takeAll(new PortConnections(statistics, 10_000, false))).isEqualTo(10_000);
  }

  @Test
  void fewConnectionsAreNotDivided() {
    assertThat(takeAll(new PortConnections(statistics, 9, true))).isEqualTo(9);
  }
}
