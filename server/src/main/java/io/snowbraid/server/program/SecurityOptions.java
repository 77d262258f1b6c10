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
import picocli.CommandLine.Option;

/** The settings of who may have ids, and how connections are encrypted. */
final class SecurityOptions {

  @Option(
      names = "--users",
      description = "The file of users with the hashes of their secrets; see new-secret.")
  private @Nullable Path users;

  @Option(
      names = "--tls-certificate",
      description = "The PEM file of the certificate, followed by those that signed it.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      description = "The PEM file of the certificate's key in PKCS #8, without a password.")
  private @Nullable Path key;

  @Option(
      names = "--unprotected",
      arity = "0..1",
      description = "Listen elsewhere than on the loopback without users or TLS.")
  private boolean unprotected;

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

  boolean hasUsers() {
    return users != null;
  }

  boolean areConnectionsEncrypted() {
    return certificate != null;
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
