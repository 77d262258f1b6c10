package io.snowbraid.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * Encrypts connections with TLS 1.3 or 1.2, by means of the JDK.
 *
 * <p>Immutable and thread-safe.
 */
public final class Tls {

  private final SslContext context;

  private Tls(SslContext context) {
    this.context = context;
  }

  /**
   * Reads a certificate and its key.
   *
   * @param certificate a PEM file with the server's certificate first, then those that signed it
   * @param key a PEM file with the private key in PKCS #8, without a password
   * @return what encrypts connections
   * @throws IllegalArgumentException if they cannot be read, or do not belong together
   */
  public static Tls read(Path certificate, Path key) {
    try {
      KeyPairFiles pair = KeyPairFiles.read(certificate, key);
      pair.requireMatch();
      return new Tls(
          SslContextBuilder.forServer(pair.key(), pair.certificates())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .build());
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "TLS files must hold a certificate and its PKCS #8 key in PEM: certificate="
              + certificate
              + ", key="
              + key
              + ", cause="
              + e
              + "; correct the files",
          e);
    }
  }

  /** Creates the handler of a connection, which has to be its first. */
  SslHandler newHandler(ByteBufAllocator allocator) {
    return context.newHandler(allocator);
  }
}
