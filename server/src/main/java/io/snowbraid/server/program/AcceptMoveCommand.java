package io.snowbraid.server.program;

import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that makes a moved directory the original. */
@Command(
    name = "accept-move",
    description =
        "Declares that a directory of --data that was copied, moved or restored is the original"
            + " from now on. Call it only if no server uses the former one any more, and the"
            + " directory is its last state; otherwise numbers are issued twice.",
    mixinStandardHelpOptions = true)
final class AcceptMoveCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = "The directory.")
  private Path data = Path.of("");

  @SuppressWarnings("NullAway") // picocli sets the field
  AcceptMoveCommand() {}

  @Override
  public Integer call() {
    Path keyed = data.resolve("sequences");
    Path segments = data.resolve("segments");
    if (!Files.isDirectory(keyed) && !Files.isDirectory(segments)) {
      throw new IllegalArgumentException(
          "DATA must hold segments or sequences: DATA="
              + data
              + "; name the directory that --data names");
    }
    accept(keyed, KeyedStore::acceptMove); // fails if a server runs, so it comes first
    accept(segments, SegmentSource::acceptMove);
    return 0;
  }

  private void accept(Path directory, Consumer<Path> acceptance) {
    if (Files.isDirectory(directory)) {
      acceptance.accept(directory);
      spec.commandLine().getOut().println("accepted: " + directory);
    }
  }
}
