package io.snowbraid.server.internal.access;

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

/** Certificates, the server's own first, and its private key. */
public record KeyPairFiles(List<X509Certificate> certificates, PrivateKey key) {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private static final String PSS = "RSASSA-PSS";

  /** Reads PEM files. */
  public static KeyPairFiles read(Path certificate, Path key)
      throws GeneralSecurityException, IOException {
    List<X509Certificate> certificates = certificates(certificate);
    String algorithm = certificates.get(0).getPublicKey().getAlgorithm();
    return new KeyPairFiles(certificates, key(key, algorithm));
  }

  private static List<X509Certificate> certificates(Path file)
      throws CertificateException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (certificates.isEmpty()) {
        throw new CertificateException("there is no certificate in " + file);
      }
      return certificates;
    }
  }

  private static PrivateKey key(Path file, String algorithm)
      throws GeneralSecurityException, IOException {
    Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      throw new InvalidKeyException("there is no BEGIN PRIVATE KEY in " + file);
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  /** Makes sure that the certificate is that of the key. */
  public void requireMatch() throws GeneralSecurityException {
    byte[] text = {1, 2, 3};
    PublicKey expected = certificates.get(0).getPublicKey();
    Signature signature = signature(expected.getAlgorithm());
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(expected);
    signature.update(text);
    if (!signature.verify(signed)) {
      throw new InvalidKeyException("the certificate is that of another key");
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
