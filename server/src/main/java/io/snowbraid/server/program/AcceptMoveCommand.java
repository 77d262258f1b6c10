package io.snowbraid.server.program;

import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Declares a moved directory to be the original. */
@Command(
    name = AcceptMoveCommand.NAME,
    mixinStandardHelpOptions = true,
    description =
        "Accepts a copied, moved or restored --data directory. Run it only if no server uses the"
            + " old directory any more and this one has its latest state; otherwise numbers are"
            + " issued twice.")
final class AcceptMoveCommand implements Callable<Integer> {

  static final String NAME = "accept-move";

  /** The library's name for this command in messages, for applications. */
  private static final Pattern METHODS =
      Pattern.compile("call (KeyedStore|SegmentSource)\\.acceptMove\\(directory\\)");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = "The directory.")
  private Path data;

  /** Returns a message that names this command instead of methods, which operators cannot call. */
  static String nameIn(String message) {
    return METHODS.matcher(message).replaceAll("run " + NAME + " on the data directory");
  }

  @Override
  public Integer call() {
    Path keyed = data.resolve("sequences");
    Path segments = data.resolve("segments");
    if (!Files.isDirectory(keyed) && !Files.isDirectory(segments)) {
      throw new IllegalArgumentException(
          "DATA must contain segments or sequences: DATA="
              + data
              + "; pass the directory given to --data");
    }
    accept(keyed, KeyedStore::acceptMove); // first, because it fails while a server runs
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
