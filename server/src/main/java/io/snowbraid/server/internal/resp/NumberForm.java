package io.snowbraid.server.internal.resp;

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
}
