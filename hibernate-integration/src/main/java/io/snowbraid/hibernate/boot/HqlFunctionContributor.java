package io.snowbraid.hibernate.boot;

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
    register(functions, "next_snowflake", 0, StandardBasicTypes.LONG);
    register(functions, "snowflake_time", 1, StandardBasicTypes.INSTANT);
    register(functions, "snowflake_rollback", 1, StandardBasicTypes.INTEGER);
    register(functions, "snowflake_timeline", 1, StandardBasicTypes.INTEGER);
    register(functions, "snowflake_worker", 1, StandardBasicTypes.INTEGER);
    register(functions, "snowflake_sequence", 1, StandardBasicTypes.INTEGER);
  }

  private static void register(
      FunctionContributions functions, String name, int arguments, BasicTypeReference<?> result) {
    functions
        .getFunctionRegistry()
        .namedDescriptorBuilder(name)
        .setInvariantType(functions.getTypeConfiguration().getBasicTypeRegistry().resolve(result))
        .setExactArgumentCount(arguments)
        .setUseParenthesesWhenNoArgs(true)
        .register();
  }
}
