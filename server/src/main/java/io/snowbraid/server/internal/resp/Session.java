package io.snowbraid.server.internal.resp;

import io.netty.util.NetUtil;
import io.snowbraid.server.internal.access.Authenticator.Login;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** What a client has set for its connection. Used by the thread of the connection only. */
public final class Session {

  private final long id;
  private final long created;
  private int version = 2;
  private String name = "";
  private @Nullable Login login;
  private @Nullable Transaction transaction;

  /**
   * Creates a session.
   *
   * @param created when the connection was accepted, in nanoseconds
   */
  public Session(long id, long created) {
    this.id = id;
    this.created = created;
  }

  long id() {
    return id;
  }

  int version() {
    return version;
  }

  void version(int newVersion) {
    version = newVersion;
  }

  String name() {
    return name;
  }

  void name(String newName) {
    name = newName;
  }

  /** Returns who is logged in; null if nobody is. */
  @Nullable Login login() {
    return login;
  }

  void login(@Nullable Login newLogin) {
    login = newLogin;
  }

  /** Returns what is queued since MULTI; null if nothing is. */
  @Nullable Transaction transaction() {
    return transaction;
  }

  void transaction(@Nullable Transaction newTransaction) {
    transaction = newTransaction;
  }

  /** Makes the session as it was at first. */
  void reset() {
    transaction = null;
    version = 2;
    name = "";
    login = null;
  }

  /** Describes the session in the notation of CLIENT LIST. */
  String describe(SocketAddress remote, SocketAddress local, long now) {
    return "id="
        + id
        + " addr="
        + address(remote)
        + " laddr="
        + address(local)
        + " name="
        + name
        + " age="
        + (now - created) / 1_000_000_000
        + " user="
        + (login == null ? "default" : login.user())
        + " flags=N db=0 resp="
        + version;
  }

  private static String address(SocketAddress address) {
    return address instanceof InetSocketAddress socket
        ? NetUtil.toSocketAddressString(socket)
        : String.valueOf(address);
  }
}
