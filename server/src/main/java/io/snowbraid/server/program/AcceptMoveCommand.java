package io.snowbraid.server.program;

import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The command that makes a moved directory the original. */
final class AcceptMoveCommand {

  static final String NAME = "accept-move";

  private static final String USAGE =
      """
      Usage: snowbraid-server accept-move DATA
      Declares that a directory of --data that was copied, moved or restored is the original from
      now on. Call it only if no server uses the former one any more, and the directory is its last
      state; otherwise numbers are issued twice.
        DATA   The directory.
      """;

  /** How messages name what this command does, for applications that have these types. */
  private static final Pattern METHODS =
      Pattern.compile("call (KeyedStore|SegmentSource)\\.acceptMove\\(directory\\)");

  private AcceptMoveCommand() {}

  /** Returns a message that names this command instead of methods, which operators cannot call. */
  static String nameIn(String message) {
    return METHODS.matcher(message).replaceAll("run " + NAME + " on the data directory");
  }

  /**
   * Accepts what the directory holds.
   *
   * @param arguments the directory
   * @return the exit code
   */
  static int run(Terminal terminal, List<String> arguments) {
    if (arguments.size() != 1 || arguments.get(0).startsWith("-")) {
      return terminal.show(USAGE, arguments);
    }
    Path data = Path.of(arguments.get(0));
    Path keyed = data.resolve("sequences");
    Path segments = data.resolve("segments");
    if (!Files.isDirectory(keyed) && !Files.isDirectory(segments)) {
      throw new IllegalArgumentException(
          "DATA must hold segments or sequences: DATA="
              + data
              + "; name the directory that --data names");
    }
    accept(terminal, keyed, KeyedStore::acceptMove); // fails if a server runs, so it comes first
    accept(terminal, segments, SegmentSource::acceptMove);
    return 0;
  }

  private static void accept(Terminal terminal, Path directory, Consumer<Path> acceptance) {
    if (Files.isDirectory(directory)) {
      acceptance.accept(directory);
      terminal.out().println("accepted: " + directory);
    }
  }
}
