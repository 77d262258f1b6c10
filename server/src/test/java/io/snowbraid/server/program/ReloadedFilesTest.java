package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.ServerFixture;
import io.snowbraid.server.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadedFilesTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Shorter than that of servers. */
  private static final Duration INTERVAL = Duration.ofMillis(20);

  @TempDir Path directory;

  private final AtomicInteger reloads = new AtomicInteger();
  private Path users;

  @BeforeEach
  void write() throws Exception {
    users = Files.writeString(directory.resolve("users"), "one");
  }

  private void awaitReloads(int count) {
    await().atMost(PATIENCE).untilAtomic(reloads, org.hamcrest.Matchers.equalTo(count));
  }

  /** Replaces the file at once: if it were written, a slow machine might show it empty before. */
  private void replace(String content) throws IOException {
    Path next = Files.writeString(directory.resolve("next"), content);
    Files.move(next, users, StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void changeIsReadOnceAndTouchingAFileIsNoChange() throws Exception {
    try (ReloadedFiles files = new ReloadedFiles(List.of(users), reloads::incrementAndGet)) {
      files.start(INTERVAL);
      Files.setLastModifiedTime(users, FileTime.fromMillis(0));
      replace("one");
      Files.writeString(directory.resolve("other"), "of no meaning");
      replace("two");
      awaitReloads(1);
      replace("six");
      awaitReloads(2);
    }
  }

  /** As Kubernetes replaces secrets: the file is a link into a folder that is a link. */
  @Test
  void replacedFolderIsNoticed() throws Exception {
    Path first = Files.createDirectory(directory.resolve("..1"));
    Path second = Files.createDirectory(directory.resolve("..2"));
    Files.writeString(first.resolve("users"), "one");
    Files.writeString(second.resolve("users"), "two");
    Path data = Files.createSymbolicLink(directory.resolve("..data"), first);
    Files.delete(users);
    Files.createSymbolicLink(users, data.resolve("users"));
    try (ReloadedFiles files = new ReloadedFiles(List.of(users), reloads::incrementAndGet)) {
      files.start(INTERVAL);
      Path next = Files.createSymbolicLink(directory.resolve("..next"), second);
      Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
      awaitReloads(1);
    }
  }

  @Test
  void wrongFileIsTriedAgainWhenItChanges() throws Exception {
    Runnable failing =
        () -> {
          if (reloads.incrementAndGet() == 1) {
            throw new IllegalArgumentException("users must not be empty");
          }
        };
    try (ReloadedFiles files = new ReloadedFiles(List.of(users), failing)) {
      files.start(INTERVAL);
      replace("");
      awaitReloads(1);
      replace("two");
      awaitReloads(2);
    }
    assertThat(reloads).hasValue(2);
  }

  @Test
  void fileThatIsGoneIsReadWhenItIsBack() throws Exception {
    try (ReloadedFiles files = new ReloadedFiles(List.of(users), reloads::incrementAndGet)) {
      files.start(INTERVAL);
      Files.delete(users);
      awaitReloads(1);
      replace("one");
      awaitReloads(2);
    }
  }

  @Test
  void wrongFileKeepsTheUsersAndIsLogged() throws Exception {
    String secret = Users.newSecret();
    Files.writeString(users, Users.line("anna", secret));
    try (CapturedLog log = new CapturedLog();
        ServerFixture fixture =
            new ServerFixture(
                directory.resolve("ids"),
                SegmentSource.inMemory(),
                server -> server.users(Users.read(users)));
        RespClient client = fixture.connect();
        ReloadedFiles files =
            new ReloadedFiles(
                List.of(users), () -> fixture.server.replaceUsers(Users.read(users)))) {
      assertThat(client.ask("AUTH anna " + secret)).isEqualTo("+OK");
      files.start(INTERVAL);
      replace("anna:$pbkdf2-sha256$1000$AAAA$BBBB");
      log.await(
          line ->
              CapturedLog.text(line)
                  .startsWith(
                      "certificates and users were not reloaded: user must have a secret, not a"
                          + " password: file="));
      assertThat(client.ask("GETID")).startsWith(":");
      replace(Users.line("anna", Users.newSecret()));
      assertThat(client.readByte()).as("closed, because its secret was removed").isEqualTo(-1);
    }
  }
}
