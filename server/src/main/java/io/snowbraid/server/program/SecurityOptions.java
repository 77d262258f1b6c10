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

/** The settings for users and TLS. */
final class SecurityOptions {

  private final @Nullable Path users;
  private final @Nullable Path certificate;
  private final @Nullable Path key;

  SecurityOptions(Settings settings) {
    this.users = settings.get("users");
    this.certificate = settings.get("tls-certificate");
    this.key = settings.get("tls-key");
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "tls-certificate and tls-key must be set together: tls-certificate="
              + certificate
              + ", tls-key="
              + key
              + "; set both or neither");
    }
  }

  private Users users() {
    return users == null ? Users.NONE : Users.read(users);
  }

  private @Nullable Tls tls() {
    return certificate == null || key == null ? null : Tls.read(certificate, key);
  }

  /** Returns the files that may change while the server runs. */
  List<Path> files() {
    return Stream.of(users, certificate, key).filter(Objects::nonNull).toList();
  }

  /** Reads all files, and applies them if all are valid. */
  void replaceIn(IdServer server) {
    Users known = users();
    Tls encryption = tls();
    server.replaceUsers(known);
    if (encryption != null) {
      server.replaceTls(encryption);
    }
  }

  /** Reads all files, and checks that the server may listen on an address. */
  void applyTo(IdServer.Builder server, InetAddress bind, boolean unprotected) {
    Users known = users();
    Tls tls = tls();
    Protection.require(bind, unprotected, users != null, tls != null);
    server.users(known);
    if (tls != null) {
      server.tls(tls);
    }
  }
}
