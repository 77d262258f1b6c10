package io.snowbraid.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that start later, or again: below those that the system gives to whoever asks
 * for any, so that no other test gets one between the choice and the start. A port 10,000 higher,
 * as the bus of Redis needs it, is left alone as well.
 */
public final class FreePort {

  private static final int FIRST = 10_000;
  private static final int COUNT = 10_000;

  private FreePort() {}

  /** Returns a port at which nobody listens. */
  public static int find() {
    while (true) {
      int port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
      if (isFree(port)) {
        return port;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(port));
      return true;
    } catch (BindException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
