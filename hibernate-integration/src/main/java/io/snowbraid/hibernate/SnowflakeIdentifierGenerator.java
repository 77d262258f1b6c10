package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.IdSpace;
import io.snowbraid.hibernate.internal.IdSpaces;
import java.util.Objects;
import java.util.Properties;
import java.util.function.LongFunction;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.EventType;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate's side of the generator: gives each new entity an id before it is inserted, so JDBC
 * batching stays on and no statement is needed for the id. An id that the application has assigned
 * is kept; 0 of a primitive counts as none.
 *
 * <p>The identifier may be a {@code Long}, {@code long}, {@code String} (decimal) or {@code
 * BigInteger}. Hibernate makes several objects of this class for each entity; they are handles of
 * one generator.
 */
public final class SnowflakeIdentifierGenerator implements IdentifierGenerator {

  private static final long serialVersionUID = 1L;
  private static final String SPACE_PREFIX = "snowflake:";

  private transient @Nullable IdSpace ids;
  private transient @Nullable LongFunction<Object> converter;

  /** Made by Hibernate. */
  public SnowflakeIdentifierGenerator() {}

  @Override
  public void configure(GeneratorCreationContext context, Properties parameters) {
    configure(context.getType().getReturnedClass(), parameters, context.getServiceRegistry());
  }

  /** What Hibernate 6.6 calls. */
  @Override
  @SuppressWarnings({"deprecation", "removal"})
  public void configure(Type type, Properties parameters, ServiceRegistry registry) {
    configure(type.getReturnedClass(), parameters, registry);
  }

  private void configure(Class<?> type, Properties parameters, ServiceRegistry registry) {
    converter = IdTypes.converter(type, "entity=" + parameters.getProperty(ENTITY_NAME));
    ids = IdSpaces.of(registry).space(space(parameters.getProperty(GENERATOR_NAME)));
  }

  private static String space(@Nullable String name) {
    return name != null && name.startsWith(SPACE_PREFIX)
        ? name.substring(SPACE_PREFIX.length())
        : "";
  }

  @Override
  public boolean allowAssignedIdentifiers() {
    return true;
  }

  @Override
  public Object generate(SharedSessionContractImplementor session, Object entity) {
    return Objects.requireNonNull(converter).apply(Objects.requireNonNull(ids).nextId());
  }

  @Override
  public Object generate(
      SharedSessionContractImplementor session,
      Object entity,
      @Nullable Object currentValue,
      EventType eventType) {
    if (currentValue != null && IdTypes.isSet(currentValue)) {
      return currentValue;
    }
    return generate(session, entity);
  }
}
