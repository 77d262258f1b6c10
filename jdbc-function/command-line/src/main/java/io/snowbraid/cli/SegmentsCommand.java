package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.segment.SegmentSource;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows tags and their bounds, creates tags, and moves bounds up. */
@Command(
    name = "segments",
    description = "Shows and creates tags of short numbers, and advances their bounds.")
final class SegmentsCommand extends CommandGroup {

  @Command(
      name = "list",
      description = "Lists all tags, each with its first number that was not drawn yet.")
  void list(@Mixin SegmentOptions database, @Mixin ResultPrinter output) {
    try (HikariDataSource pool = database.connect()) {
      SegmentSource source = database.tags(pool);
      List<String> tags = source.tags();
      output.print(tags.stream().flatMap(tag -> rows(source, tag).stream()).toList());
      if (tags.isEmpty()) {
        output.say("no tag was ever created in " + database.place());
      }
    }
  }

  @Command(name = "show", description = "Shows the first number of a tag that was not drawn yet.")
  void show(
      @Mixin SegmentOptions database,
      @Mixin ResultPrinter output,
      @Parameters(paramLabel = "TAG", description = "The tag.") String tag) {
    try (HikariDataSource pool = database.connect()) {
      List<Map<String, Object>> rows = rows(database.tags(pool), tag);
      if (rows.isEmpty()) {
        throw new IllegalArgumentException(
            "tag "
                + tag
                + " does not exist in "
                + database.place()
                + "; correct the name (segments list shows all)");
      }
      output.print(rows);
    }
  }

  @Command(
      name = "create",
      description = "Creates a tag. Fails, and changes nothing, if it exists.")
  void create(
      @Mixin SegmentOptions database,
      @Mixin ResultPrinter output,
      @Parameters(paramLabel = "TAG", description = "The tag.") String tag,
      @Option(
              names = "--bound",
              defaultValue = "1",
              description = "The first number (default: ${DEFAULT-VALUE}).")
          long bound) {
    try (HikariDataSource pool = database.connect()) {
      SegmentSource source = database.tags(pool);
      if (!source.create(tag, bound)) {
        throw new IllegalArgumentException(
            "tag "
                + tag
                + " already exists in "
                + database.place()
                + "; advance its bound with segments advance");
      }
      output.print(List.of(row("tag", tag, "bound", bound)));
    }
  }

  @Command(
      name = "advance",
      description =
          "Advances the bound of a tag, so that no lower number is drawn from now on. Running"
              + " processes still issue the numbers that they have already drawn.")
  void advance(
      @Mixin SegmentOptions database,
      @Mixin ResultPrinter output,
      @Parameters(index = "0", paramLabel = "TAG", description = "The tag.") String tag,
      @Parameters(
              index = "1",
              paramLabel = "BOUND",
              description = "The lowest number that may be drawn from now on.")
          long bound) {
    try (HikariDataSource pool = database.connect()) {
      SegmentSource source = database.tags(pool);
      boolean moved = source.advance(tag, bound);
      output.print(rows(source, tag));
      output.say(
          moved
              ? "bound advanced; running processes still issue the numbers that they have already"
                  + " drawn"
              : "nothing changed: the bound is not below " + bound);
    }
  }

  /** Returns the row of a tag; none if the tag does not exist. */
  private static List<Map<String, Object>> rows(SegmentSource source, String tag) {
    return source.peek(tag).stream().mapToObj(bound -> row("tag", tag, "bound", bound)).toList();
  }
}
