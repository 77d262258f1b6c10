package io.snowbraid.jdbc.dialect;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A function that a database stores and a Java method implements.
 *
 * @param name its name, as the database's catalogue spells it
 * @param implementation the Java class or method, as the catalogue spells it
 * @param ddl the statement that creates it
 */
public record FunctionDdl(String name, String implementation, String ddl) {

  private static final Pattern NAME =
      Pattern.compile("CREATE (?:ALIAS IF NOT EXISTS|FUNCTION) (\\w+)");

  private static final Pattern METHOD = Pattern.compile(" (?:FOR|EXTERNAL NAME) '([^']+)'$");

  /**
   * Reads the statements of a script, each of which ends with a semicolon and a line.
   *
   * @param script the script
   * @param withoutMethod what the catalogue has for functions that call no method themselves
   */
  public static List<FunctionDdl> read(String script, String withoutMethod) {
    return Stream.of(script.split(";\n", -1))
        .filter(statement -> !statement.isBlank())
        .map(statement -> of(statement, withoutMethod))
        .toList();
  }

  private static FunctionDdl of(String statement, String withoutMethod) {
    Matcher name = NAME.matcher(statement);
    if (!name.lookingAt()) {
      throw new IllegalStateException("statement must create a function: " + statement);
    }
    Matcher method = METHOD.matcher(statement);
    return new FunctionDdl(
        name.group(1), method.find() ? method.group(1) : withoutMethod, statement);
  }
}
