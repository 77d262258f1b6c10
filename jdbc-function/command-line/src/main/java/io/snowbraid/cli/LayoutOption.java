package io.snowbraid.cli;

import io.snowbraid.Layout;
import io.snowbraid.Layouts;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which layout ids have. */
final class LayoutOption {

  private static final Map<String, Layout> PRESETS =
      Map.of(
          "DEFAULT", Layouts.DEFAULT,
          "TWITTER", Layouts.TWITTER,
          "CLEARING", Layouts.CLEARING,
          "SHARDED", Layouts.SHARDED,
          "UID", Layouts.UID,
          "CLEARING_DECIMAL", Layouts.CLEARING_DECIMAL,
          "JAVASCRIPT", Layouts.JAVASCRIPT);

  @Option(
      names = "--layout",
      description =
          "The layout: its text form, or DEFAULT, TWITTER, CLEARING, SHARDED, UID,"
              + " CLEARING_DECIMAL or JAVASCRIPT.")
  private @Nullable String text;

  Optional<Layout> layout() {
    return Optional.ofNullable(text)
        .map(given -> PRESETS.containsKey(given) ? PRESETS.get(given) : Layout.parse(given));
  }
}
