package io.snowbraid.benchmarks;

import java.util.List;

/** Reports what texts for URLs cost. */
final class TextSection {

  private final BenchmarkOptions settings;
  private final JmhRunner runner;

  TextSection(BenchmarkOptions settings, JmhRunner runner) {
    this.settings = settings;
    this.runner = runner;
  }

  String measure() {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of("ns a text", "encode", "median", "decode", "median", "characters"));
    for (TextCodec codec : TextCodec.values()) {
      MeasuredValue encode = runner.texts(settings, codec, "encode");
      MeasuredValue decode = runner.texts(settings, codec, "decode");
      table.add(
          List.of(
              codec.label(),
              encode.withError(),
              MeasuredValue.number(encode.median()),
              decode.withError(),
              MeasuredValue.number(decode.median()),
              String.valueOf(codec.open().encode((1L << 53) - 1).length())));
    }
    return """
    ## Texts for URLs, one thread

    Random ids of 53 bits, because Hashids writes no larger ones; the length is that of the largest. Sqids and Hashids have no key: anyone who knows the alphabet, or enough texts, can read theirs.

    %s\
    """
        .formatted(table);
  }
}
