package io.snowbraid.cli;

import io.snowbraid.IdParts;
import io.snowbraid.IdText;
import io.snowbraid.Layout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes ids apart. */
@Command(name = "decode", description = "Takes ids apart.", mixinStandardHelpOptions = true)
final class DecodeCommand implements Runnable {

  private static final int TEXT_LENGTH = 13;

  @Mixin private final LayoutOption layout = new LayoutOption();
  @Mixin private final Output output = new Output();

  @Parameters(
      arity = "1..*",
      paramLabel = "<id>",
      description = "A number, or a text of 13 characters.")
  private List<String> ids = List.of();

  @Override
  public void run() {
    Layout chosen = layout.layout().orElse(Layout.DEFAULT);
    output.print(ids.stream().map(id -> row(chosen, id)).toList());
  }

  private static Map<String, Object> row(Layout layout, String text) {
    long id = parse(text);
    IdParts parts = layout.decode(id);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", Long.toString(id));
    row.put("text", IdText.format(id));
    row.put("time", parts.time().toString());
    row.put("rollback", parts.rollback());
    row.put("timeline", parts.timeline());
    row.put("worker", parts.worker());
    row.put("sequence", parts.sequence());
    row.put("tail", parts.tail());
    return row;
  }

  private static long parse(String text) {
    if (text.length() == TEXT_LENGTH) {
      return IdText.parse(text);
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "id must be a number from 0 to "
              + Long.MAX_VALUE
              + " or a text of 13 characters: id="
              + text,
          e);
    }
  }
}
