package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchNameTest {

  @Test
  void caseAndAccentsAreRemoved() {
    assertThat(SearchName.of("Sant Julià de LÒRIA")).isEqualTo("sant julia de loria");
  }

  @Test
  void patternEscapesWildcards() {
    assertThat(SearchName.pattern(" 100%_\\Ö ")).isEqualTo("%100\\%\\_\\\\o%");
  }
}
