package io.snowbraid.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowbraid.Snowflake;
import java.time.Duration;
import java.time.Instant;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The clock advances by a tick while two ids are issued. The results are their ticks, and how they
 * compare.
 */
@JCStressTest
@Outcome(id = "0, 1, -1", expect = ACCEPTABLE, desc = "The first id came before the change.")
@Outcome(id = "1, 1, -1", expect = ACCEPTABLE, desc = "Both came after it, the first one first.")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Both came after it, the second one first.")
@Outcome(expect = FORBIDDEN, desc = "An id came twice, or carries a tick that was not shown.")
@State
public class TickChange {

  private static final Instant NEXT = StressGenerators.START.plusMillis(1);

  private volatile Instant now = StressGenerators.START;
  private final Snowflake ids = StressGenerators.withClock(() -> now);
  private final Instant before = ids.layout().decode(ids.nextId()).time();
  private long first;
  private long second;

  @Actor
  public void first() {
    first = ids.nextId();
  }

  @Actor
  public void second() {
    now = NEXT;
    second = ids.nextId();
  }

  @Arbiter
  public void compare(III_Result result) {
    result.r1 = ticks(first);
    result.r2 = ticks(second);
    result.r3 = Long.compare(first, second);
  }

  private int ticks(long id) {
    return (int) Duration.between(before, ids.layout().decode(id).time()).toMillis();
  }
}
