package io.snowbraid.server.internal.resp;

import io.snowbraid.server.internal.loop.WaitingDraw;
import io.snowbraid.server.internal.services.ErrorText;

/** How numbers are written. */
enum NumberForm {
  /** A single integer. */
  INTEGER {
    @Override
    void write(long[] numbers, Replies replies) {
      replies.integer(numbers[0]);
    }
  },
  /** An array of integers. */
  INTEGERS {
    @Override
    void write(long[] numbers, Replies replies) {
      replies.integers(numbers);
    }
  },
  /** An array of texts. */
  TEXTS {
    @Override
    void write(long[] numbers, Replies replies) {
      replies.texts(numbers);
    }
  };

  abstract void write(long[] numbers, Replies replies);

  /** Writes the answer to a draw that is done. */
  void write(WaitingDraw draw, Replies replies) {
    RuntimeException failure = draw.failure();
    if (failure == null) {
      write(draw.numbers(), replies);
    } else {
      replies.error(ErrorText.of(failure));
    }
  }
}
