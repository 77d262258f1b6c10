package io.snowbraid.hibernate.boot;

import io.snowbraid.jdbc.dialect.SqlFunction;
import org.hibernate.boot.model.FunctionContributions;
import org.hibernate.boot.model.FunctionContributor;
import org.hibernate.type.BasicTypeReference;
import org.hibernate.type.StandardBasicTypes;

/**
 * Makes the SQL functions known to HQL and Criteria, with their types. Without it {@code
 * next_snowflake() + 1} or a comparison with {@code snowflake_time(e.id)} is of an unknown type.
 */
public final class HqlFunctionContributor implements FunctionContributor {

  /** Made by Hibernate. */
  public HqlFunctionContributor() {}

  @Override
  public void contributeFunctions(FunctionContributions functions) {
    for (SqlFunction function : SqlFunction.values()) {
      if (function.result() != SqlFunction.Result.IDS) { // a table is no expression
        register(functions, function);
      }
    }
  }

  private static BasicTypeReference<?> type(SqlFunction function) {
    return switch (function.result()) {
      case TIME -> StandardBasicTypes.INSTANT;
      case NUMBER -> StandardBasicTypes.INTEGER;
      default -> StandardBasicTypes.LONG;
    };
  }

  private static void register(FunctionContributions functions, SqlFunction function) {
    functions
        .getFunctionRegistry()
        .namedDescriptorBuilder(function.lowerCaseName())
        .setInvariantType(
            functions.getTypeConfiguration().getBasicTypeRegistry().resolve(type(function)))
        .setExactArgumentCount(function.isDecoder() ? 1 : 0)
        .setUseParenthesesWhenNoArgs(true)
        .register();
  }
}
