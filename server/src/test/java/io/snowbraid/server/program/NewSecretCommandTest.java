package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.CapturedTerminal;
import io.snowbraid.server.Users;
import org.junit.jupiter.api.Test;

/** Tests the secrets and the lines for the users file that operators get. */
class NewSecretCommandTest {

  private static final String PREFIX = "secret (not shown again): ";

  private final CapturedTerminal terminal = new CapturedTerminal();

  private String secret() {
    assertThat(terminal.err()).startsWith(PREFIX).endsWith("\n");
    return terminal.err().substring(PREFIX.length()).strip();
  }

  @Test
  void lineIsThatOfTheSecret() {
    assertThat(terminal.run("new-secret", "anna")).isZero();
    assertThat(terminal.out().strip()).isEqualTo(Users.line("anna", secret()));
    assertThat(terminal.out().lines()).hasSize(1);
  }

  @Test
  void administratorHasTheWordInTheLine() {
    assertThat(terminal.run("new-secret", "--admin", "ops")).isZero();
    assertThat(terminal.out().strip()).isEqualTo(Users.line("ops", secret()) + " admin");
  }

  @Test
  void wrongArgumentsShowHowItIsUsed() {
    assertThat(terminal.run("new-secret")).isEqualTo(2);
    assertThat(terminal.run("new-secret", "--amdin", "ops")).isEqualTo(2);
    assertThat(terminal.err()).contains("--amdin").doesNotContain(PREFIX);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.run("new-secret", "--help")).isZero();
    assertThat(terminal.out())
        .startsWith("Usage: snowbraid-server new-secret [-hV] [--admin] NAME");
  }

  @Test
  void nameWithAColonIsRejectedAndNoSecretIsShown() {
    assertThat(terminal.run("new-secret", "a:b")).isEqualTo(2);
    assertThat(terminal.err()).startsWith("user must not be empty").doesNotContain("snowbraid_");
    assertThat(terminal.out()).isEmpty();
  }
}
