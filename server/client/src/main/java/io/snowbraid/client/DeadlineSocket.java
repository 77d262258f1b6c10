package io.snowbraid.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * A socket that is read until a deadline. The timeout of a plain one begins again with each byte,
 * so a server that sends single bytes would never time out.
 */
class DeadlineSocket extends Socket {

  private long deadlineNanos;

  /** Sets until when reads may wait, by the steady clock. Called by the thread that reads. */
  final void setDeadline(long nanos) {
    deadlineNanos = nanos;
  }

  /** Returns how long a read may wait, at least 1. */
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
