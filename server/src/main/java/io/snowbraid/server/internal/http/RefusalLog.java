package io.snowbraid.server.internal.http;

import java.net.SocketAddress;

/** Counts and logs what clients are refused, at a limited rate. Called by any thread. */
public interface RefusalLog {

  /** The reason if a user or a password is wrong; not which, as a name may be a password. */
  String WRONG_LOGIN = "wrong user or password";

  /** Counts a client that reads or sends too slowly. */
  void dropped(SocketAddress client);

  /** Logs a refusal; its reason has no secrets. */
  void refused(String reason, SocketAddress client);

  /** Logs why a connection failed, unless its client is simply gone. */
  void failed(Throwable cause, SocketAddress client);
}
