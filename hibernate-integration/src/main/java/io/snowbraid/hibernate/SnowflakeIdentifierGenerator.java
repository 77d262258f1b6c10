package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.GeneratorParameters;
import io.snowbraid.hibernate.internal.IdSpace;
import io.snowbraid.hibernate.internal.IdSpaceRegistry;
import io.snowbraid.hibernate.internal.IdValueConverter;
import io.snowbraid.hibernate.internal.SegmentSpaces;
import java.util.Objects;
import java.util.Properties;
import java.util.function.LongFunction;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.EventType;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.BulkInsertionCapableIdentifierGenerator;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.query.IllegalQueryOperationException;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Gives each new entity an id before Hibernate inserts it, so JDBC batching stays on and no
 * statement is needed for the id.
 *
 * <p>As with Hibernate's own generators, an entity that has an id counts as stored before. Where
 * the application {@linkplain SnowflakeId#assigned() may assign ids}, an id that is set is kept; 0
 * in a primitive attribute and an empty string count as not set.
 *
 * <p>The identifier may be a {@code Long}, {@code long}, {@code String} (decimal) or {@code
 * BigInteger}. Hibernate creates the instances, several for each entity, which share one generator;
 * applications write {@code @GeneratedValue(generator = "snowflake")} or {@link SnowflakeId}.
 */
@SuppressWarnings("exports") // users of this class do not need the nullness annotations
public final class SnowflakeIdentifierGenerator
    implements IdentifierGenerator, BulkInsertionCapableIdentifierGenerator {

  private static final long serialVersionUID = 1L;
  private static final String SPACE_PREFIX = "snowflake:";

  private transient @Nullable IdSpaceRegistry spaces;
  private transient @Nullable IdSpace ids;
  private transient @Nullable LongFunction<Object> converter;

  /** Null before {@code configure}; only used in messages and to look up the entity. */
  private @Nullable String entityName;

  /** Whether the application may assign ids. */
  private boolean isAssigned;

  /** Whether the id is a primitive number, which is 0 before it is assigned. */
  private boolean isPrimitive;

  /** What {@link SegmentId} says; null for snowflakes. */
  private final @Nullable String tag;

  /** Called by Hibernate. */
  public SnowflakeIdentifierGenerator() {
    tag = null;
  }

  /**
   * Called by Hibernate.
   *
   * @param annotation names the tag
   */
  public SnowflakeIdentifierGenerator(SegmentId annotation) {
    tag = annotation.value();
    isAssigned = annotation.assigned();
  }

  @Override
  public void configure(GeneratorCreationContext context, Properties parameters) {
    configure(context.getType().getReturnedClass(), parameters, context.getServiceRegistry());
  }

  /** Called by Hibernate 6.6 instead of the method above. */
  @Override
  @SuppressWarnings({"deprecation", "removal"})
  public void configure(Type type, Properties parameters, ServiceRegistry registry) {
    configure(type.getReturnedClass(), parameters, registry);
  }

  private void configure(Class<?> type, Properties parameters, ServiceRegistry registry) {
    entityName = parameters.getProperty(ENTITY_NAME);
    converter = IdValueConverter.of(type, "entity=" + entityName);
    IdSpaceRegistry all = IdSpaceRegistry.of(registry);
    isAssigned |=
        all.mayAssignIds() || "true".equals(parameters.getProperty(GeneratorParameters.ASSIGNED));
    isPrimitive = !"false".equals(parameters.getProperty(GeneratorParameters.PRIMITIVE));
    String name = tag == null ? parameters.getProperty(GENERATOR_NAME) : SegmentSpaces.PREFIX + tag;
    ids = all.space(space(name));
    spaces = all;
  }

  private static String space(@Nullable String name) {
    if (name != null && SegmentSpaces.isSegmentSpace(name)) {
      return name;
    }
    return name != null && name.startsWith(SPACE_PREFIX)
        ? name.substring(SPACE_PREFIX.length())
        : "";
  }

  @Override
  public boolean allowAssignedIdentifiers() {
    return isAssigned;
  }

  /**
   * Tells whether an entity has an id.
   *
   * @param id its identifier
   * @return false for null, for 0 in a primitive attribute, and for an empty string
   */
  public boolean isSet(@Nullable Object id) {
    return IdValueConverter.isSet(id, isPrimitive);
  }

  @Override
  public Object generate(SharedSessionContractImplementor session, @Nullable Object entity) {
    return Objects.requireNonNull(converter).apply(Objects.requireNonNull(ids).nextId());
  }

  @Override
  public Object generate(
      SharedSessionContractImplementor session,
      @Nullable Object entity,
      @Nullable Object currentValue,
      EventType eventType) {
    if (!isAssigned) {
      return generate(session, entity);
    }
    Object assigned = currentValue == null ? assigned(session, entity) : currentValue;
    return assigned != null && isSet(assigned) ? assigned : generate(session, entity);
  }

  /**
   * Looks for an assigned id in the entity. Hibernate ORM passes it to {@code generate}; Hibernate
   * Reactive does not when it persists an entity. HQL's insert statement has no entity, and the
   * rows of some collections are not entities.
   */
  private @Nullable Object assigned(
      SharedSessionContractImplementor session, @Nullable Object entity) {
    if (entity == null || entityName == null) {
      return null;
    }
    EntityPersister persister =
        session.getFactory().getMappingMetamodel().findEntityDescriptor(entityName);
    return persister != null && persister.getGenerator() == this
        ? persister.getIdentifier(entity, session)
        : null;
  }

  /**
   * Returns the SQL that issues an id. Hibernate asks for it when HQL inserts the result of a
   * query, because the database then creates the rows.
   */
  @Override
  public String determineBulkInsertionIdentifierGenerationSelectFragment(
      SqlStringGenerationContext context) {
    if (Objects.requireNonNull(spaces).hasFunctions(Objects.requireNonNull(ids))) {
      return "next_snowflake()";
    }
    throw new IllegalQueryOperationException(
        "insert ... select must select an id for each row, because the database creates the rows:"
            + " entity="
            + entityName
            + "; set "
            + SnowflakeSettings.SQL_FUNCTIONS
            + " if the database supports NEXT_SNOWFLAKE() and this is the default id space, or use"
            + " insert ... values or StatelessSession.insertMultiple");
  }
}
