package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchNameTest {

  @Test
  void caseAndAccentsAreLeftOut() {
    assertThat(SearchName.of("Sant Julià de LÒRIA")).isEqualTo("sant julia de loria");
  }

  @Test
  void patternTakesWildcardsForWhatTheyAre() {
    assertThat(SearchName.pattern(" 100%_\\Ö ")).isEqualTo("%100\\%\\_\\\\o%");
  }
}
