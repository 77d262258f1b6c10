package io.snowbraid.server.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.TestUsers;
import io.snowbraid.server.internal.access.Accounts;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the lines that operators put into the file of users. */
class HashPasswordCommandTest {

  @TempDir private Path directory;

  private final InputStream terminal = System.in;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void restore() {
    System.setIn(terminal);
  }

  private int hash(String user, String input) {
    System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
    CommandLine command = ServerCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute("hash-password", user);
  }

  @Test
  void passwordFromTheInputIsAccepted() throws Exception {
    assertThat(hash("anna", "pässword\nsecond line\n")).isZero();
    Accounts users =
        TestUsers.accounts(Files.writeString(directory.resolve("users"), out.toString()));
    assertThat(users.matches("anna", "pässword")).isTrue();
    assertThat(users.matches("anna", "second line")).isFalse();
    assertThat(out.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains("if you type it, it is shown");
  }

  @Test
  void emptyPasswordIsRefused() {
    assertThat(hash("anna", "")).isEqualTo(1);
    assertThat(err.toString()).contains("password must not be empty");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void administratorHasTheWordInTheLine() throws Exception {
    System.setIn(new ByteArrayInputStream("secret\n".getBytes(UTF_8)));
    CommandLine command = ServerCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    assertThat(command.execute("hash-password", "--admin", "ops")).isZero();
    assertThat(out.toString().strip()).startsWith("ops:$pbkdf2-sha256$").endsWith(" admin");
    Accounts users =
        TestUsers.accounts(Files.writeString(directory.resolve("admins"), out.toString()));
    assertThat(users.matches("ops", "secret")).isTrue();
  }
}
