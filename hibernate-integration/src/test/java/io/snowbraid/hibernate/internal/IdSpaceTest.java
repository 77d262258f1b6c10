package io.snowbraid.hibernate.internal;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.worker.WorkerSource;
import org.junit.jupiter.api.Test;

class IdSpaceTest {

  /** Closes the space during a call, like a factory that is closed meanwhile. */
  private static final class Closing implements IdGenerator {

    private final Snowflake ids = Snowflake.builder().worker(WorkerSource.fixed(1)).build();
    private final IdSpace space = new IdSpace("orders");

    @Override
    public long nextId() {
      space.setGenerator(null);
      ids.close();
      return ids.nextId();
    }

    @Override
    public void nextIds(long[] target) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void callsWhileTheFactoryClosesSaySo() {
    Closing generator = new Closing();
    IdSpace open = generator.space;
    open.setGenerator(generator);
    assertThatIllegalStateException()
        .isThrownBy(open::nextId)
        .withMessage(
            "no ids can be issued for the id space \"orders\": its session factory is closed or"
                + " closing; persist entities before closing it")
        .withCauseInstanceOf(GeneratorClosedException.class);
  }
}
