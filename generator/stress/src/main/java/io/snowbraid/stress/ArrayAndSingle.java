package io.snowbraid.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowbraid.IdGenerator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** One id, and an array of two. */
@JCStressTest
@Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "The one id came first.")
@Outcome(id = "3, 1, 2", expect = ACCEPTABLE, desc = "The bulk came first.")
@Outcome(id = "2, 1, 3", expect = ACCEPTABLE, desc = "The bulk was cut in two: it still rises.")
@Outcome(expect = FORBIDDEN, desc = "An id came twice, or the bulk does not rise.")
@State
public class ArrayAndSingle {

  private final IdGenerator ids = StressGenerators.onFrozenClock();
  private final long before = ids.nextId();

  @Actor
  public void one(JJJ_Result result) {
    result.r1 = ids.nextId() - before;
  }

  @Actor
  public void bulk(JJJ_Result result) {
    long[] bulk = ids.nextIds(2);
    result.r2 = bulk[0] - before;
    result.r3 = bulk[1] - before;
  }
}
