package io.snowbraid.jdbc;

import static java.util.regex.Pattern.DOTALL;
import static java.util.regex.Pattern.MULTILINE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The statements on the page of recipes, by their names. */
public final class SqlRecipes {

  private static final Pattern RECIPE =
      Pattern.compile("^<!-- recipe: (.*?) -->\\n```sql\\n(.*?)^```$", DOTALL | MULTILINE);

  private static final Map<String, String> RECIPES =
      RECIPE
          .matcher(page())
          .results()
          .collect(Collectors.toMap(recipe -> recipe.group(1), recipe -> recipe.group(2).strip()));

  private SqlRecipes() {}

  private static String page() {
    try {
      return Files.readString(Path.of("../docs/sql-recipes.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all statements of a recipe, as they stand there. */
  public static String text(String name) {
    return Objects.requireNonNull(RECIPES.get(name), name);
  }

  /** Returns a recipe's statements, none of which contains a semicolon. */
  public static String[] statements(String name) {
    return text(name).split(";\\s*");
  }

  /** Returns a recipe that is one statement. */
  public static String statement(String name) {
    return text(name).replaceFirst(";$", "");
  }
}
