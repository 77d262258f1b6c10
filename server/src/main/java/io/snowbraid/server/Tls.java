package io.snowbraid.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.snowbraid.server.internal.access.KeyPairFiles;
import io.snowbraid.server.internal.loop.TlsHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * Encrypts connections with TLS 1.3, or 1.2 with forward secrecy and authenticated encryption, by
 * means of the JDK.
 *
 * <p>Immutable and thread-safe.
 */
public final class Tls {

  /** Those of RFC 9325, section 4.2: keys of a connection do not depend on the certificate's. */
  private static final List<String> CIPHERS =
      List.of(
          "TLS_AES_256_GCM_SHA384",
          "TLS_AES_128_GCM_SHA256",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  /** Sessions of TLS 1.2 that may be resumed; the JDK would keep 20,480 for a day. */
  private static final int MAX_SESSIONS = 200;

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
              .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
              .sessionCacheSize(MAX_SESSIONS)
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
  TlsHandler newHandler(ByteBufAllocator allocator) {
    return new TlsHandler(context.newEngine(allocator));
  }
}
