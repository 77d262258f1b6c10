package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests how many connections a port may have. */
class PlacesTest {

  private final Statistics statistics = new Statistics();

  private static int takeAll(Places places) {
    int taken = 0;
    while (places.take()) {
      taken++;
    }
    return taken;
  }

  @Test
  void clientsOfOnePortLeavePlacesForTheOther() {
    Places redis = new Places(statistics, 10_000, true);
    Places http = new Places(statistics, 10_000, true);
    assertThat(takeAll(redis)).isEqualTo(9_900);
    assertThat(takeAll(http)).isEqualTo(100);
    assertThat(statistics.connected()).isEqualTo(10_000);
    assertThat(statistics.refused()).isEqualTo(2);
    redis.release();
    assertThat(http.take()).isTrue();
  }

  @Test
  void onlyPortMayHaveThemAll() {
    assertThat(takeAll(new Places(statistics, 10_000, false))).isEqualTo(10_000);
  }

  @Test
  void fewConnectionsAreNotDivided() {
    assertThat(takeAll(new Places(statistics, 9, true))).isEqualTo(9);
  }
}
