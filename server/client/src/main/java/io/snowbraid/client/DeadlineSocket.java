package io.snowbraid.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * A socket with a deadline for reads. The timeout of a plain socket restarts with each byte, so a
 * server that sends one byte at a time would never time out.
 */
class DeadlineSocket extends Socket {

  private long deadlineNanos;

  /** Sets the deadline for reads, by the monotonic clock. Called by the reading thread. */
  final void setDeadline(long nanos) {
    deadlineNanos = nanos;
  }

  /** Returns how many milliseconds a read may wait, at least 1. */
  int leftMillis() throws SocketTimeoutException {
    long left = deadlineNanos - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("deadline");
    }
    return (int) Math.min(Integer.MAX_VALUE, 1 + TimeUnit.NANOSECONDS.toMillis(left));
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        setSoTimeout(leftMillis());
        return super.read();
      }

      @Override
      public int read(byte[] target, int from, int length) throws IOException {
        setSoTimeout(leftMillis());
        return super.read(target, from, length);
      }
    };
  }
}
