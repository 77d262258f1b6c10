package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Lease.Phase;
import io.snowbraid.Lease.Situation;
import io.snowbraid.Lease.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of what a round of a lease does next. */
class LeaseStepTest {

  @ParameterizedTest
  @CsvSource({
    // phase, held, stopped, unseen, done, blocked, jump
    "OPEN,      0, 0, 0, 0, 0, 0, ACQUIRE",
    "OPEN,      1, 0, 0, 0, 0, 0, EXTEND",
    "OPEN,      1, 0, 0, 0, 0, 1, CONFIRM",
    "OPEN,      1, 0, 0, 0, 1, 0, CHANGE",
    "OPEN,      1, 0, 0, 0, 1, 1, CHANGE",
    "OPEN,      1, 0, 0, 1, 0, 0, REST",
    "OPEN,      0, 0, 0, 1, 0, 0, REST",
    "OPEN,      1, 0, 1, 0, 0, 0, LOOK",
    "OPEN,      1, 0, 1, 1, 0, 0, LOOK", // a round that writes nothing
    "OPEN,      1, 0, 1, 0, 1, 1, LOOK",
    "OPEN,      0, 1, 0, 0, 0, 0, REST",
    "OPEN,      1, 1, 1, 0, 0, 0, REST",
    "SUSPENDED, 1, 0, 0, 0, 0, 0, RELEASE",
    "SUSPENDED, 0, 0, 0, 0, 0, 0, REST",
    "CLOSED,    1, 0, 0, 1, 0, 0, RELEASE",
    "CLOSED,    1, 1, 1, 0, 1, 1, RELEASE",
    "CLOSED,    0, 0, 0, 0, 0, 0, REST",
  })
  void stepFollowsFromTheSituation(
      Phase phase,
      int held,
      int stopped,
      int unseen,
      int done,
      int blocked,
      int jump,
      Step expected) {
    Situation situation =
        new Situation(phase, held > 0, stopped > 0, unseen > 0, done > 0, blocked > 0, jump > 0);
    assertThat(Lease.decide(situation)).isEqualTo(expected);
  }

  /** Whatever else holds: only a held worker is looked at, written, changed or released. */
  @Test
  void withoutAWorkerThereIsOnlyOneToAcquireOrNothingToDo() {
    for (Phase phase : Phase.values()) {
      for (int bits = 0; bits < 32; bits++) {
        Situation situation =
            new Situation(
                phase,
                false,
                (bits & 1) != 0,
                (bits & 2) != 0,
                (bits & 4) != 0,
                (bits & 8) != 0,
                (bits & 16) != 0);
        assertThat(Lease.decide(situation)).isIn(Step.ACQUIRE, Step.REST);
      }
    }
  }
}
