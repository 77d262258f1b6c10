package io.snowbraid.hibernate;

import io.snowbraid.IdGenerator;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Properties;
import java.util.function.LongFunction;
import org.hibernate.MappingException;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate's side of the generator: gives each new entity an id before it is inserted, so JDBC
 * batching stays on and no statement is needed for the id.
 *
 * <p>The identifier may be a {@code Long}, {@code long}, {@code String} (decimal) or {@code
 * BigInteger}. Hibernate makes several objects of this class for each entity; they are handles of
 * one generator.
 */
public final class SnowflakeIdentifierGenerator implements IdentifierGenerator {

  private static final long serialVersionUID = 1L;

  private transient @Nullable IdGenerator ids;
  private transient @Nullable LongFunction<Object> converter;

  /** Made by Hibernate. */
  public SnowflakeIdentifierGenerator() {}

  @Override
  public void configure(GeneratorCreationContext context, Properties parameters) {
    converter = converter(context.getType().getReturnedClass(), parameters);
    ids =
        GeneratorLookup.find(
            context.getServiceRegistry().requireService(ConfigurationService.class).getSettings());
  }

  private static LongFunction<Object> converter(Class<?> type, Properties parameters) {
    if (type == Long.class || type == long.class) {
      return id -> id;
    }
    if (type == String.class) {
      return Long::toString;
    }
    if (type == BigInteger.class) {
      return BigInteger::valueOf;
    }
    throw new MappingException(
        "identifier of type Long, long, String or BigInteger is required for the generator"
            + " \"snowflake\": entity="
            + parameters.getProperty(ENTITY_NAME)
            + ", type="
            + type.getName());
  }

  @Override
  public Object generate(SharedSessionContractImplementor session, Object entity) {
    return Objects.requireNonNull(converter).apply(Objects.requireNonNull(ids).nextId());
  }
}
