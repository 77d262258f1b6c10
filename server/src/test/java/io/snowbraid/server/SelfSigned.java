package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A new key and its certificate for 127.0.0.1, valid for a day. It is encoded here, because the JDK
 * makes certificates only by a tool that is a process of its own.
 *
 * @param algorithm the key's, as the JDK names it
 */
record SelfSigned(String algorithm, KeyPair keys, X509Certificate certificate) {

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int UTF8_STRING = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int VERSION = 0xa0;
  private static final int EXTENSIONS = 0xa3;
  private static final int IP_ADDRESS = 0x87;

  private static final byte[] NULL = {5, 0};
  private static final byte[] COMMON_NAME = hex("0603550403");
  private static final byte[] ALTERNATIVE_NAME = hex("0603551d11");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final PSSParameterSpec PSS =
      new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);

  /** Makes a key and a certificate. */
  static SelfSigned of(String algorithm) throws GeneralSecurityException, IOException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.startsWith("RSA")) {
      generator.initialize(1_024); // longer ones take seconds
    }
    KeyPair keys = generator.generateKeyPair();
    Signature signature = signature(algorithm);
    signature.initSign(keys.getPrivate());
    byte[] signed = signedPart(algorithm, keys);
    signature.update(signed);
    byte[] bits = join(new byte[1], signature.sign());
    byte[] encoded = der(SEQUENCE, signed, algorithmId(algorithm), der(BIT_STRING, bits));
    return new SelfSigned(
        algorithm,
        keys,
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(encoded)));
  }

  private static Signature signature(String algorithm) throws GeneralSecurityException {
    Signature signature =
        switch (algorithm) {
          case "EC" -> Signature.getInstance("SHA256withECDSA");
          case "RSA" -> Signature.getInstance("SHA256withRSA");
          default -> Signature.getInstance(algorithm);
        };
    if (algorithm.equals("RSASSA-PSS")) {
      signature.setParameter(PSS);
    }
    return signature;
  }

  private static byte[] algorithmId(String algorithm) throws GeneralSecurityException, IOException {
    return switch (algorithm) {
      case "EC" -> der(SEQUENCE, hex("06082a8648ce3d040302"));
      case "RSA" -> der(SEQUENCE, hex("06092a864886f70d01010b"), NULL);
      case "RSASSA-PSS" -> der(SEQUENCE, hex("06092a864886f70d01010a"), pssParameters());
      case "Ed25519" -> der(SEQUENCE, hex("06032b6570"));
      default -> throw new IllegalArgumentException(algorithm);
    };
  }

  private static byte[] pssParameters() throws GeneralSecurityException, IOException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("RSASSA-PSS");
    parameters.init(PSS);
    return parameters.getEncoded();
  }

  private static byte[] signedPart(String algorithm, KeyPair keys)
      throws GeneralSecurityException, IOException {
    byte[] name =
        der(
            SEQUENCE,
            der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, "localhost".getBytes(US_ASCII)))));
    byte[] address = der(SEQUENCE, der(IP_ADDRESS, new byte[] {127, 0, 0, 1}));
    byte[] extension = der(SEQUENCE, ALTERNATIVE_NAME, der(OCTET_STRING, address));
    Instant now = Instant.now();
    return der(
        SEQUENCE,
        der(VERSION, integer(2)),
        integer(now.toEpochMilli()),
        algorithmId(algorithm),
        name,
        der(SEQUENCE, time(now.minusSeconds(86_400)), time(now.plusSeconds(86_400))),
        name,
        keys.getPublic().getEncoded(),
        der(EXTENSIONS, der(SEQUENCE, extension)));
  }

  private static byte[] integer(long value) {
    return der(INTEGER, BigInteger.valueOf(value).toByteArray());
  }

  private static byte[] time(Instant time) {
    return der(UTC_TIME, TIME.format(time).getBytes(US_ASCII));
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Encodes a value whose content may be several values. */
  private static byte[] der(int type, byte[]... parts) {
    byte[] content = join(parts);
    int size = content.length;
    byte[] head;
    if (size < 0x80) {
      head = new byte[] {(byte) type, (byte) size};
    } else if (size < 0x100) {
      head = new byte[] {(byte) type, (byte) 0x81, (byte) size};
    } else {
      head = new byte[] {(byte) type, (byte) 0x82, (byte) (size >> 8), (byte) size};
    }
    return join(head, content);
  }

  /** Returns what clients trust that trust this certificate alone. */
  SSLContext trusting() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("a", certificate);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Writes the certificate into a folder, and returns its file. */
  Path writeCertificate(Path folder) throws GeneralSecurityException, IOException {
    return write(folder, "CERTIFICATE", certificate.getEncoded());
  }

  /** Writes the private key into a folder, and returns its file. */
  Path writeKey(Path folder) throws IOException {
    return write(folder, "PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  private static Path write(Path folder, String type, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return Files.writeString(
        folder.resolve(type),
        "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }
}
