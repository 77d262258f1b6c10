package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntityStoreTest {

  @ParameterizedTest
  @EnumSource(IdStrategy.class)
  void storesEntitiesOfEachKindAgainAndAgain(IdStrategy kind) {
    try (EntityStore store = EntityStore.h2(kind)) {
      assertThat(store.nanos(kind, 120)).isPositive();
      assertThat(store.count(kind)).isEqualTo(120);
      assertThat(store.nanos(kind, 60)).isPositive();
      assertThat(store.count(kind)).isEqualTo(60);
    }
  }
}
