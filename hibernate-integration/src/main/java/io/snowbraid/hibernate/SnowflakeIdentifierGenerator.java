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
 * Generates an id for each new entity before Hibernate inserts it. Inserts therefore need no
 * statement for the id, and JDBC batching keeps working.
 *
 * <p>As with Hibernate's own generators, an entity that has an id is considered stored. Where the
 * application {@linkplain SnowflakeId#assigned() may assign ids}, an id that is set is kept; 0 in a
 * primitive attribute and an empty string count as not set.
 *
 * <p>The identifier's type is {@code Long}, {@code long}, {@code String} (decimal) or {@code
 * BigInteger}. Hibernate creates several instances per entity, which share one generator;
 * applications use {@code @GeneratedValue(generator = "snowflake")} or {@link SnowflakeId}.
 */
@SuppressWarnings("exports") // users of this class do not need the nullness annotations
public final class SnowflakeIdentifierGenerator
    implements IdentifierGenerator, BulkInsertionCapableIdentifierGenerator {

  private static final long serialVersionUID = 1L;
  private static final String SPACE_PREFIX = "snowflake:";

  private transient @Nullable IdSpaceRegistry spaces;
  private transient @Nullable IdSpace ids;
  private transient @Nullable LongFunction<Object> converter;

  /** The entity, for messages and to look it up; null before {@code configure}. */
  private @Nullable String entityName;

  /** Whether the application may assign ids. */
  private boolean isAssigned;

  /** Whether the id is a primitive number, which is 0 before it is assigned. */
  private boolean isPrimitive;

  /** The tag that {@link SegmentId} names; null for snowflakes. */
  private final @Nullable String tag;

  /** Creates a generator; called by Hibernate. */
  public SnowflakeIdentifierGenerator() {
    tag = null;
  }

  /**
   * Creates a segment generator; called by Hibernate.
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
    converter = IdValueConverter.of(type, "identifier of " + entityName);
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
   * Returns whether an entity has an id.
   *
   * @param id the entity's identifier
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
   * Returns the id assigned to the entity. Hibernate ORM passes it to {@code generate}, but
   * Hibernate Reactive does not when it persists an entity. HQL insert statements and the rows of
   * some collections have no entity.
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
   * Returns the SQL that generates an id. Hibernate requests it when HQL inserts a query's result,
   * because the database then creates the rows.
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
