package io.snowbraid.server.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.CapturedTerminal;
import io.snowbraid.server.TestUsers;
import io.snowbraid.server.internal.access.Accounts;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the lines that operators put into the file of users. */
class HashPasswordCommandTest {

  @TempDir private Path directory;

  private final InputStream input = System.in;
  private final CapturedTerminal terminal = new CapturedTerminal();

  @AfterEach
  void restore() {
    System.setIn(input);
  }

  private int hash(String user, String input) {
    System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
    return terminal.run("hash-password", user);
  }

  @Test
  void passwordFromTheInputIsAccepted() throws Exception {
    assertThat(hash("anna", "pässword\nsecond line\n")).isZero();
    Accounts users =
        TestUsers.accounts(Files.writeString(directory.resolve("users"), terminal.out()));
    assertThat(users.matches("anna", "pässword")).isTrue();
    assertThat(users.matches("anna", "second line")).isFalse();
    assertThat(terminal.out().lines()).hasSize(1);
    assertThat(terminal.err()).contains("if you type it, it is shown");
  }

  @Test
  void wrongArgumentsShowHowItIsUsed() {
    assertThat(terminal.run("hash-password")).isEqualTo(2);
    assertThat(terminal.run("hash-password", "--amdin", "ops")).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.run("hash-password", "--help")).isZero();
    assertThat(terminal.err()).isEqualTo(terminal.out() + terminal.out());
    assertThat(terminal.out()).startsWith("Usage: snowbraid-server hash-password [--admin] NAME\n");
  }

  @Test
  void emptyPasswordIsRefused() {
    assertThat(hash("anna", "")).isEqualTo(1);
    assertThat(terminal.err()).contains("password must not be empty");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void administratorHasTheWordInTheLine() throws Exception {
    System.setIn(new ByteArrayInputStream("secret\n".getBytes(UTF_8)));
    assertThat(terminal.run("hash-password", "--admin", "ops")).isZero();
    assertThat(terminal.out().strip()).startsWith("ops:$pbkdf2-sha256$").endsWith(" admin");
    Accounts users =
        TestUsers.accounts(Files.writeString(directory.resolve("admins"), terminal.out()));
    assertThat(users.matches("ops", "secret")).isTrue();
  }
}
