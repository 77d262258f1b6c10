package io.snowbraid.hibernate.boot;

import io.snowbraid.jdbc.dialect.SqlFunction;
import org.hibernate.boot.model.FunctionContributions;
import org.hibernate.boot.model.FunctionContributor;
import org.hibernate.type.BasicTypeReference;
import org.hibernate.type.StandardBasicTypes;

/**
 * Registers the SQL functions and their result types for HQL and Criteria. Without it, the types of
 * {@code next_snowflake() + 1} and of comparisons with {@code snowflake_time(e.id)} are unknown.
 */
public final class HqlFunctionContributor implements FunctionContributor {

  /** Creates a contributor; called by Hibernate. */
  public HqlFunctionContributor() {}

  @Override
  public void contributeFunctions(FunctionContributions functions) {
    for (SqlFunction function : SqlFunction.values()) {
      if (function.result() != SqlFunction.Result.IDS) { // a table is not an expression
        register(functions, function);
      }
    }
  }

  private static BasicTypeReference<?> type(SqlFunction function) {
    return switch (function.result()) {
      case TIME -> StandardBasicTypes.INSTANT;
      case NUMBER -> StandardBasicTypes.INTEGER;
      case PARTS -> StandardBasicTypes.STRING;
      default -> StandardBasicTypes.LONG;
    };
  }

  private static void register(FunctionContributions functions, SqlFunction function) {
    functions
        .getFunctionRegistry()
        .namedDescriptorBuilder(function.lowerCaseName())
        .setInvariantType(
            functions.getTypeConfiguration().getBasicTypeRegistry().resolve(type(function)))
        .setExactArgumentCount(function.argument() == SqlFunction.Argument.NONE ? 0 : 1)
        .setUseParenthesesWhenNoArgs(true)
        .register();
  }
}
