package io.snowbraid.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A code block of a page.
 *
 * @param imports the Java imports at its top, each with its line end
 * @param code what follows
 */
public record Snippet(String imports, String code) {

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern PARTS =
      Pattern.compile("((?:import [^;\\n]+;\\n|\\n)*)(.*)", Pattern.DOTALL);

  /** Returns the code blocks of a page in this language. */
  public static List<Snippet> of(Path page, String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(page))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> parse(block.group(2)))
        .toList();
  }

  /** Returns the snippet that a page prints like this. */
  public static Snippet parse(String text) {
    return PARTS
        .matcher(text)
        .results()
        .map(parts -> new Snippet(parts.group(1), parts.group(2)))
        .findFirst()
        .orElseThrow();
  }

  /** Tells whether the code declares types, rather than being statements of a method. */
  public boolean declaresTypes() {
    return code.matches("(?s)(@|class |record ).*");
  }
}
