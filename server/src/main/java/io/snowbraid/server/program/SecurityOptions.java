package io.snowbraid.server.program;

import io.snowbraid.server.IdServer;
import io.snowbraid.server.Tls;
import io.snowbraid.server.Users;
import io.snowbraid.server.internal.access.Protection;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings of who may have ids, and how connections are encrypted. */
final class SecurityOptions {

  private final @Nullable Path users;
  private final @Nullable Path certificate;
  private final @Nullable Path key;
  private final boolean unprotected;

  SecurityOptions(Settings settings) {
    this.users = settings.get("users");
    this.certificate = settings.get("tls-certificate");
    this.key = settings.get("tls-key");
    this.unprotected = settings.is("unprotected");
  }

  Users users() {
    return users == null ? Users.NONE : Users.read(users);
  }

  /** Returns what encrypts connections; null if nothing does. */
  @Nullable Tls tls() {
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      throw new IllegalArgumentException(
          "tls-certificate and tls-key must be set together: tls-certificate="
              + certificate
              + ", tls-key="
              + key
              + "; set both or neither");
    }
    return Tls.read(certificate, key);
  }

  /** Returns the files that may change while the server runs. */
  List<Path> files() {
    return Stream.of(users, certificate, key).filter(Objects::nonNull).toList();
  }

  /** Reads all files, and replaces what they hold if none is wrong. */
  void replaceIn(IdServer server) {
    Users known = users();
    Tls encryption = tls();
    if (users != null) {
      server.replaceUsers(known);
    }
    if (encryption != null) {
      server.replaceTls(encryption);
    }
  }

  /** Sets all of them, and checks that an address may be used. */
  void applyTo(IdServer.Builder server, InetAddress bind) {
    Users known = users();
    Tls tls = tls();
    Protection.require(bind, unprotected, known != Users.NONE, tls != null);
    server.users(known).unprotected(unprotected);
    if (tls != null) {
      server.tls(tls);
    }
  }
}
