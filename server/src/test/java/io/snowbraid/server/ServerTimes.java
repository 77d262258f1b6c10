package io.snowbraid.server;

import java.time.Duration;

/** Sets times of servers that have no public setting. */
public final class ServerTimes {

  private ServerTimes() {}

  /** Sets how long clients have to take their last answers when the server ends. */
  public static IdServer.Builder drain(IdServer.Builder server, Duration time) {
    server.settings.drain = time;
    return server;
  }
}
