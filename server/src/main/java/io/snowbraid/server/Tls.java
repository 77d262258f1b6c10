package io.snowbraid.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.snowbraid.server.internal.loop.TlsHandler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Encrypts connections with the JDK's TLS 1.3, or TLS 1.2 with forward secrecy and authenticated
 * encryption.
 *
 * <p>Immutable and thread-safe.
 */
public final class Tls {

  /** The cipher suites of RFC 9325, section 4.2. All provide forward secrecy. */
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

  /** How many TLS 1.2 sessions can be resumed; the JDK would keep 20,480 for a day. */
  private static final int MAX_SESSIONS = 200;

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private static final String PSS = "RSASSA-PSS";

  private final SslContext context;

  private Tls(SslContext context) {
    this.context = context;
  }

  /**
   * Reads a certificate and its key.
   *
   * @param certificate a PEM file with the server's certificate, followed by its issuers'
   *     certificates
   * @param key a PEM file with an unencrypted PKCS #8 private key
   * @return the certificate and key
   * @throws IllegalArgumentException if a file cannot be read, or the key does not match the
   *     certificate
   */
  public static Tls read(Path certificate, Path key) {
    try {
      List<X509Certificate> certificates = certificates(certificate);
      PublicKey expected = certificates.get(0).getPublicKey();
      PrivateKey own = key(key, expected.getAlgorithm());
      requireMatch(expected, own);
      return new Tls(
          SslContextBuilder.forServer(own, certificates)
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
              .sessionCacheSize(MAX_SESSIONS)
              .build());
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "TLS files must contain a PEM certificate and its PKCS #8 key: certificate="
              + certificate
              + ", key="
              + key
              + ", cause="
              + e
              + "; correct the files",
          e);
    }
  }

  /** Creates a connection's TLS handler, which must be the first in its pipeline. */
  TlsHandler newHandler(ByteBufAllocator allocator) {
    return new TlsHandler(context.newEngine(allocator));
  }

  private static List<X509Certificate> certificates(Path file)
      throws CertificateException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (certificates.isEmpty()) {
        throw new CertificateException("no certificate found in " + file);
      }
      return certificates;
    }
  }

  private static PrivateKey key(Path file, String algorithm)
      throws GeneralSecurityException, IOException {
    Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      throw new InvalidKeyException(
          "no BEGIN PRIVATE KEY found; convert the key with"
              + " openssl pkcs8 -topk8 -nocrypt -in "
              + file
              + " -out new.pem");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  /** Checks that a key belongs to a certificate. */
  private static void requireMatch(PublicKey expected, PrivateKey key)
      throws GeneralSecurityException {
    byte[] text = {1, 2, 3};
    Signature signature = signature(expected.getAlgorithm());
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(expected);
    signature.update(text);
    if (!signature.verify(signed)) {
      throw new InvalidKeyException("the certificate belongs to a different key");
    }
  }

  private static Signature signature(String algorithm) throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            switch (algorithm) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> algorithm;
            });
    if (algorithm.equals(PSS)) {
      signature.setParameter(
          new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
    }
    return signature;
  }
}
