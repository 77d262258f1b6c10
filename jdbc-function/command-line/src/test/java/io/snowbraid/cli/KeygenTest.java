package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.publicid.PublicId;
import org.junit.jupiter.api.Test;

class KeygenTest extends CommandLineFixture {

  @Test
  void anotherKeyIsPrintedEachTime() {
    assertThat(run("keygen")).isZero();
    String key = out.toString();
    assertThat(key).matches("[A-Za-z0-9+/]{22}==\\R");
    assertThat(PublicId.builder().key(key.strip()).build().encode(5)).hasSize(26);
    assertThat(run("keygen")).isZero();
    assertThat(out.toString()).isNotEqualTo(key);
    assertThat(err.toString()).isEmpty();
  }
}
