package io.snowbraid.server;

import java.util.function.LongSupplier;

/** Gives servers another steady clock, which tests move. */
public final class SteadyClock {

  private SteadyClock() {}

  public static IdServer.Builder set(IdServer.Builder server, LongSupplier nanoTime) {
    server.settings.nanoTime = nanoTime;
    return server;
  }
}
