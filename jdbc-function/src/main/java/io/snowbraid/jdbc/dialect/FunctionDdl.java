package io.snowbraid.jdbc.dialect;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A function that a database stores and a Java method implements.
 *
 * @param name its name, as the database's catalogue spells it
 * @param implementation the Java class or method, as the catalogue spells it
 * @param ddl the statement that creates it
 */
public record FunctionDdl(String name, String implementation, String ddl) {

  /** Returns the statements that create functions. */
  public static String script(List<FunctionDdl> functions) {
    return functions.stream().map(each -> each.ddl + ";\n").collect(Collectors.joining());
  }
}
