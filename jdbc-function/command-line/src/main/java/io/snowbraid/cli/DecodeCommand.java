package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;

import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.IdText;
import io.snowbraid.layout.Layout;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decodes ids. */
@Command(name = "decode", description = "Decodes ids.")
final class DecodeCommand implements Runnable {

  /** The notation of ids. */
  enum Form {
    TEXT,
    HEX,
    DECIMAL
  }

  @Mixin private final LayoutOption layout = new LayoutOption();
  @Mixin private final ResultPrinter output = new ResultPrinter();

  @Option(
      names = "--form",
      description =
          "The form of the ids: text, hex or decimal. By default, digits only are decimal, and"
              + " anything else is text.")
  private @Nullable Form form;

  @Parameters(
      arity = "1..*",
      paramLabel = "<id>",
      description = "A decimal number, or 13 characters of text with at least one letter.")
  private List<String> ids = List.of();

  @Override
  public void run() {
    Layout chosen = layout.layout().orElse(Layout.DEFAULT);
    output.print(ids.stream().map(id -> describe(chosen, parse(id))).toList());
  }

  private static Map<String, Object> describe(Layout layout, long id) {
    IdParts parts = layout.decode(id);
    return row(
        "id", Long.toString(id),
        "text", IdText.format(id),
        "time", parts.time().toString(),
        "rollback", parts.rollback(),
        "timeline", parts.timeline(),
        "worker", parts.worker(),
        "sequence", parts.sequence(),
        "tail", parts.tail());
  }

  private long parse(String text) {
    if (form == null) {
      return IdText.parseAny(text);
    }
    return switch (form) {
      case TEXT -> IdText.parse(text);
      case HEX -> number(text.replaceFirst("^0[xX]", ""), 16);
      case DECIMAL -> number(text, 10);
    };
  }

  private static long number(String text, int radix) {
    try {
      long id = Long.parseLong(text, radix);
      if (id >= 0) {
        return id;
      }
    } catch (NumberFormatException e) { // or too large
    }
    throw new IllegalArgumentException(
        "id must be a number between 0 and "
            + Long.toString(Long.MAX_VALUE, radix)
            + " in base "
            + radix
            + ", but is "
            + text);
  }
}
