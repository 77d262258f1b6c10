package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.CapturedTerminal;
import io.snowbraid.server.KeyServer;
import io.snowbraid.server.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server whose data came from another place. */
class AcceptMoveCommandTest {

  private static final List<String> COMMANDS = List.of("NEXTID orders", "INCR invoices");

  @TempDir private Path directory;

  private final CapturedTerminal terminal = new CapturedTerminal();

  private int accept(Path data) {
    return terminal.run("accept-move", data.toString());
  }

  private static List<String> answers(Path data) throws Exception {
    try (KeyServer server = KeyServer.start(Store.directory(data));
        RespClient client = server.connect()) {
      return List.of(client.ask(COMMANDS.get(0)), client.ask(COMMANDS.get(1)));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @Test
  void numbersOfACopyGoOnOnceItIsAccepted() throws Exception {
    Path original = directory.resolve("original");
    Path copy = directory.resolve("copy");
    assertThat(answers(original)).containsExactly(":1", ":1");
    copy(original, copy);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> SegmentSource.file(copy.resolve("segments")).draw("orders", 1));
    assertThat(accept(copy)).isZero();
    assertThat(terminal.out().lines())
        .containsExactly(
            "accepted: " + copy.resolve("sequences"), "accepted: " + copy.resolve("segments"));
    assertThat(answers(copy)).noneMatch(":1"::equals).allMatch(answer -> answer.startsWith(":"));
  }

  @Test
  void logOfACopyNamesThisCommand() throws Exception {
    Path original = directory.resolve("original");
    Path copy = directory.resolve("copy");
    assertThat(answers(original)).containsExactly(":1", ":1");
    copy(original, copy);
    CapturedLog log = new CapturedLog();
    assertThat(answers(copy)).allMatch(answer -> answer.startsWith("-"));
    for (String message :
        List.of("numbers per key: the store failed", "numbers of tag orders cannot be drawn")) {
      assertThat(logged(log, message))
          .contains("run accept-move on the data directory once")
          .hasLineCount(1)
          .doesNotContain("acceptMove(directory)");
    }
    log.close();
  }

  /** Waits for a line, and returns it as the program writes it. */
  private static String logged(CapturedLog log, String message) throws InterruptedException {
    AtomicReference<LogRecord> found = new AtomicReference<>();
    log.await(
        line -> {
          found.set(line);
          return CapturedLog.text(line).startsWith(message);
        });
    return LogFormat.TEXT.formatter().format(found.get());
  }

  @Test
  void directoryOfARunningServerIsNotAccepted() throws Exception {
    Path data = directory.resolve("data");
    try (KeyServer server = KeyServer.start(Store.directory(data));
        RespClient client = server.connect()) {
      assertThat(client.ask("INCR invoices")).isEqualTo(":1");
      assertThat(accept(data)).isNotZero();
      assertThat(terminal.err()).contains("sequences").doesNotContain("\tat ");
    }
  }

  @Test
  void otherDirectoriesAreNotTouched() {
    assertThat(accept(directory)).isNotZero();
    assertThat(terminal.err())
        .startsWith("DATA must contain segments or sequences: DATA=" + directory);
    assertThat(directory).isEmptyDirectory();
  }
}
