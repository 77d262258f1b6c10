package io.snowbraid.server.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the form of secrets, and that typing errors are noticed. */
class SecretTest {

  /** Its checksum and its hash were computed by Python's zlib and hashlib. */
  private static final String KNOWN = "snowbraid_abcdefghijklmnopqrstuvwxyz234567diodlpf";

  private static final String HASH =
      "9ffd0e6c55c19464cadc50e658ced6a7988dd0fdd26f87a5d47abebf1e16a364";

  private static final String TYPED =
      "abcdefghijklmnopqrstuvwxyz234567ABCDEFGHIJKLMNOPQRSTUVWXYZ0189_- \u00e9\u0661";

  private final SecureRandom random = new SecureRandom();

  @Test
  void checksumAndHashAreThoseOfOtherTools() {
    assertThat(Secret.isValid(KNOWN)).isTrue();
    assertThat(Secret.hash(KNOWN)).isEqualTo(HASH).matches(Secret.HASH);
  }

  @Test
  void generatedSecretsAreValidAndDiffer() {
    Set<String> secrets = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String secret = Secret.generate(random);
      assertThat(secret).matches("snowbraid_[a-z2-7]{39}");
      assertThat(Secret.isValid(secret)).as(secret).isTrue();
      secrets.add(secret);
    }
    assertThat(secrets).hasSize(1_000);
  }

  @Test
  void everyOtherCharacterIsNoticedAtEachPosition() {
    for (int n = 0; n < 20; n++) {
      String secret = Secret.generate(random);
      for (int i = 0; i < secret.length(); i++) {
        for (int j = 0; j < TYPED.length(); j++) {
          String mistyped = secret.substring(0, i) + TYPED.charAt(j) + secret.substring(i + 1);
          assertThat(Secret.isValid(mistyped)).as(mistyped).isEqualTo(mistyped.equals(secret));
        }
      }
    }
  }

  @Test
  void swappedNeighboursAreNoticedAtEachPosition() {
    for (int n = 0; n < 200; n++) {
      String secret = Secret.generate(random);
      for (int i = 0; i + 1 < secret.length(); i++) {
        StringBuilder swapped = new StringBuilder(secret);
        swapped.setCharAt(i, secret.charAt(i + 1));
        swapped.setCharAt(i + 1, secret.charAt(i));
        String mistyped = swapped.toString();
        assertThat(Secret.isValid(mistyped)).as(mistyped).isEqualTo(mistyped.equals(secret));
      }
    }
  }

  @Test
  void missingAndDoubledCharactersAreNoticedAtEachPosition() {
    String secret = Secret.generate(random);
    for (int i = 0; i < secret.length(); i++) {
      assertThat(Secret.isValid(secret.substring(0, i) + secret.substring(i + 1))).isFalse();
      assertThat(Secret.isValid(secret.substring(0, i + 1) + secret.substring(i))).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "snowbraid_", KNOWN + "\n", " " + KNOWN, "open sesame"})
  void otherTextsAreNoSecrets(String text) {
    assertThat(Secret.isValid(text)).isFalse();
  }

  @Test
  void refusalsShowTheUserButNoSecret() {
    assertThat(Authenticator.refusal("anna", KNOWN)).isEqualTo("wrong user or secret: user=anna");
    assertThat(Authenticator.refusal("anna", "x")).isEqualTo("malformed secret: user=anna");
    assertThat(Authenticator.refusal("my " + KNOWN, "x")).isEqualTo("malformed secret: user=***");
    assertThat(Authenticator.refusal("a\r\n\u001b[31m, client=/\u202eb", "x"))
        .isEqualTo("malformed secret: user=a????31m??client???b");
    assertThat(Authenticator.refusal("a".repeat(100), "x"))
        .isEqualTo("malformed secret: user=" + "a".repeat(64));
  }
}
