package io.snowbraid.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowbraid.IdGenerator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** {@link FrozenClock} with a broken generator. It has to fail. */
@JCStressTest
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The first thread was first.")
@Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "The second thread was first.")
@Outcome(expect = FORBIDDEN, desc = "An id came twice, or out of its row.")
@State
public class FrozenClockBroken {

  private final IdGenerator ids = new Unlocked();
  private final long before = ids.nextId();

  @Actor
  public void first(JJ_Result result) {
    result.r1 = ids.nextId() - before;
  }

  @Actor
  public void second(JJ_Result result) {
    result.r2 = ids.nextId() - before;
  }

  /** Reads and writes its state in two steps. */
  private static final class Unlocked implements IdGenerator {

    private long last;

    @Override
    public long nextId() {
      long next = last + 1;
      last = next;
      return next;
    }

    @Override
    public void nextIds(long[] target) {
      throw new UnsupportedOperationException();
    }
  }
}
