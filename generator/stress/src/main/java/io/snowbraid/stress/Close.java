package io.snowbraid.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowbraid.Snowflake;
import io.snowbraid.error.GeneratorClosedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** One id is requested while the generator is closed, and another one after that. */
@JCStressTest
@Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "The id came before the end.")
@Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "The end came before the id.")
@Outcome(expect = FORBIDDEN, desc = "An id came after the end, or out of its row.")
@State
public class Close {

  private static final long REJECTED = -1;

  private final Snowflake ids = StressGenerators.onFrozenClock();
  private final long before = ids.nextId();

  @Actor
  public void issue(JJ_Result result) {
    result.r1 = next();
  }

  @Actor
  public void close(JJ_Result result) {
    ids.close();
    result.r2 = next();
  }

  private long next() {
    try {
      return ids.nextId() - before;
    } catch (GeneratorClosedException e) {
      return REJECTED;
    }
  }
}
