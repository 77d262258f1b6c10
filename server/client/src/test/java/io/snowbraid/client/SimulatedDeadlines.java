package io.snowbraid.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * Makes sockets whose deadlines pass when a test says so. In real time, a slow machine would let
 * the deadlines of healthy servers pass, too.
 */
final class SimulatedDeadlines implements Supplier<DeadlineSocket> {

  private static final int POLL_MILLIS = 20;
  private static final int PATIENCE_MILLIS = 60_000;

  private final IntPredicate hasPassed;

  /**
   * Creates a maker of sockets.
   *
   * @param hasPassed whether the deadline has passed of a socket that is connected to a port
   */
  SimulatedDeadlines(IntPredicate hasPassed) {
    this.hasPassed = hasPassed;
  }

  @Override
  public DeadlineSocket get() {
    return new DeadlineSocket() {

      @Override
      int leftMillis() {
        return isConnected() ? POLL_MILLIS : PATIENCE_MILLIS;
      }

      @Override
      public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {

          @Override
          public int read(byte[] target, int from, int length) throws IOException {
            while (true) {
              try {
                return super.read(target, from, length);
              } catch (SocketTimeoutException e) {
                if (hasPassed.test(getPort())) {
                  throw e;
                }
              }
            }
          }
        };
      }
    };
  }
}
