package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.segment.SegmentSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows tags and their bounds, creates tags, and moves bounds up. */
@Command(
    name = "segments",
    description =
        "Shows tags of short numbers and their bounds, creates tags, and moves bounds up.",
    mixinStandardHelpOptions = true,
    subcommands = {
      SegmentsCommand.ListTags.class,
      SegmentsCommand.Show.class,
      SegmentsCommand.Create.class,
      SegmentsCommand.Advance.class
    })
final class SegmentsCommand extends CommandGroup {

  /** Shows all tags. */
  @Command(
      name = "list",
      description = "Shows all tags, and the first number of each that was not drawn yet.",
      mixinStandardHelpOptions = true)
  static final class ListTags implements Runnable {

    @Mixin private final SegmentOptions database = new SegmentOptions();
    @Mixin private final ResultPrinter output = new ResultPrinter();

    @Override
    public void run() {
      try (HikariDataSource pool = database.connect()) {
        SegmentSource source = database.tags(pool);
        List<String> tags = source.tags();
        output.print(tags.stream().flatMap(tag -> row(tag, source.peek(tag))).toList());
        if (tags.isEmpty()) {
          output.say("no tag was ever created: " + database.place());
        }
      }
    }

    private static Stream<Map<String, Object>> row(String tag, OptionalLong bound) {
      return bound.stream().mapToObj(number -> SegmentsCommand.row(tag, number));
    }
  }

  /** Shows one tag. */
  @Command(
      name = "show",
      description = "Shows the first number of a tag that was not drawn yet.",
      mixinStandardHelpOptions = true)
  static final class Show implements Runnable {

    @Mixin private final SegmentOptions database = new SegmentOptions();
    @Mixin private final ResultPrinter output = new ResultPrinter();

    @Parameters(paramLabel = "TAG", description = "The tag.")
    private String tag = "";

    @Override
    public void run() {
      try (HikariDataSource pool = database.connect()) {
        long bound =
            database
                .tags(pool)
                .peek(tag)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "tag must exist: tag="
                                + tag
                                + ", "
                                + database.place()
                                + "; correct its name, segments list shows all tags"));
        output.print(List.of(row(tag, bound)));
      }
    }
  }

  /** Creates a tag. */
  @Command(
      name = "create",
      description = "Creates a tag. A tag that exists stays as it is, and is an error.",
      mixinStandardHelpOptions = true)
  static final class Create implements Runnable {

    @Mixin private final SegmentOptions database = new SegmentOptions();
    @Mixin private final ResultPrinter output = new ResultPrinter();

    @Parameters(paramLabel = "TAG", description = "The tag.")
    private String tag = "";

    @Option(
        names = "--bound",
        defaultValue = "1",
        description = "The first number (default: ${DEFAULT-VALUE}).")
    private long bound;

    @Override
    public void run() {
      try (HikariDataSource pool = database.connect()) {
        if (!database.tags(pool).create(tag, bound)) {
          throw new IllegalArgumentException(
              "tag must not exist yet: tag="
                  + tag
                  + ", "
                  + database.place()
                  + "; segments advance moves its bound up");
        }
        output.print(List.of(row(tag, bound)));
      }
    }
  }

  /** Moves the bound of a tag up. */
  @Command(
      name = "advance",
      description =
          "Moves the bound of a tag up, so that no lower number is drawn from now on. Running"
              + " processes still issue the numbers that they have drawn.",
      mixinStandardHelpOptions = true)
  static final class Advance implements Runnable {

    @Mixin private final SegmentOptions database = new SegmentOptions();
    @Mixin private final ResultPrinter output = new ResultPrinter();

    @Parameters(index = "0", paramLabel = "TAG", description = "The tag.")
    private String tag = "";

    @Parameters(
        index = "1",
        paramLabel = "BOUND",
        description = "The lowest number that may be drawn from now on.")
    private long bound;

    @Override
    public void run() {
      try (HikariDataSource pool = database.connect()) {
        SegmentSource source = database.tags(pool);
        boolean moved = source.advance(tag, bound);
        long now = source.peek(tag).orElse(bound);
        output.print(List.of(row(tag, now)));
        output.say(
            moved
                ? "the bound was moved up; running processes still issue the numbers that they"
                    + " have drawn"
                : "nothing was changed: the bound is not below " + bound);
      }
    }
  }

  private static Map<String, Object> row(String tag, long bound) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("tag", tag);
    row.put("bound", bound);
    return row;
  }
}
