package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeyTableTest {

  private final AtomicInteger total = new AtomicInteger();
  private final KeyTable keys = new KeyTable(total);

  /** A search for a key that is not there ends at a free place, so there has to be one. */
  @Test
  void searchEndsHoweverManyKeysThereAre() {
    for (long key = 1; key <= 1_000; key++) {
      long hash = key * 0x9E3779B97F4A7C15L;
      assertThat(keys.get(hash)).isEqualTo(KeyedNumbers.UNKNOWN);
      keys.put(hash, key);
      assertThat(keys.get(hash)).isEqualTo(key);
    }
    assertThat(total).hasValue(1_000);
    assertThat(keys.get(0x9E3779B97F4A7C15L)).isEqualTo(1);
    keys.clear();
    assertThat(total).hasValue(0);
    assertThat(keys.get(0x9E3779B97F4A7C15L)).isEqualTo(KeyedNumbers.UNKNOWN);
  }
}
