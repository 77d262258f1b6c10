package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.IdSpace;
import io.snowbraid.hibernate.internal.IdSpaceRegistry;
import io.snowbraid.hibernate.internal.IdValueConverter;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.function.LongFunction;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;

/**
 * Generates values for attributes with {@link SnowflakeValue}. Hibernate creates the instances;
 * applications use the annotation.
 */
@SuppressWarnings("exports") // users of this class do not need the nullness annotations
public final class SnowflakeValueGenerator implements BeforeExecutionGenerator {

  private static final long serialVersionUID = 1L;

  private final transient IdSpace ids;
  private final transient LongFunction<Object> converter;

  /** Whether the attribute is a primitive number, which is 0 before it is assigned. */
  private final boolean isPrimitive;

  /**
   * Creates a generator; called by Hibernate.
   *
   * @param annotation the attribute's annotation
   * @param member the attribute
   * @param context describes the attribute
   */
  public SnowflakeValueGenerator(
      SnowflakeValue annotation, Member member, GeneratorCreationContext context) {
    ids = IdSpaceRegistry.of(context.getServiceRegistry()).space(annotation.space());
    isPrimitive = isPrimitive(member);
    converter =
        IdValueConverter.of(
            context.getProperty().getType().getReturnedClass(), "attribute " + member.getName());
  }

  private static boolean isPrimitive(Member member) {
    Class<?> type =
        member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
    return type.isPrimitive();
  }

  @Override
  public @Nullable Object generate(
      SharedSessionContractImplementor session,
      Object owner,
      @Nullable Object currentValue,
      EventType eventType) {
    return IdValueConverter.isSet(currentValue, isPrimitive)
        ? currentValue
        : converter.apply(ids.nextId());
  }

  @Override
  public EnumSet<EventType> getEventTypes() {
    return EnumSet.of(EventType.INSERT);
  }
}
