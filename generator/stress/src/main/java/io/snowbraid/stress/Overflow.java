package io.snowbraid.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowbraid.IdGenerator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * Two ids for each thread, where a tick holds four and one is used: the last of the first timeline,
 * two of the next timeline, and one that leads the clock. They are consecutive in any order of the
 * threads.
 */
@JCStressTest
@Outcome(id = "1, 2, 3, 4", expect = ACCEPTABLE, desc = "One thread after the other.")
@Outcome(id = "3, 4, 1, 2", expect = ACCEPTABLE, desc = "One thread after the other.")
@Outcome(id = "1, 3, 2, 4", expect = ACCEPTABLE, desc = "In turn.")
@Outcome(id = "2, 4, 1, 3", expect = ACCEPTABLE, desc = "In turn.")
@Outcome(id = "1, 4, 2, 3", expect = ACCEPTABLE, desc = "One thread inside the other.")
@Outcome(id = "2, 3, 1, 4", expect = ACCEPTABLE, desc = "One thread inside the other.")
@Outcome(expect = FORBIDDEN, desc = "An id came twice, or out of its row.")
@State
public class Overflow {

  private final IdGenerator ids = StressGenerators.tinyOnStillClock();
  private final long before = ids.nextId();

  @Actor
  public void first(JJJJ_Result result) {
    result.r1 = ids.nextId() - before;
    result.r2 = ids.nextId() - before;
  }

  @Actor
  public void second(JJJJ_Result result) {
    result.r3 = ids.nextId() - before;
    result.r4 = ids.nextId() - before;
  }
}
