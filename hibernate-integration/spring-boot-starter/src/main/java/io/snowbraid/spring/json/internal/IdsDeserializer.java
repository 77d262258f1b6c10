package io.snowbraid.spring.json.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.util.StdConverter;

/**
 * Reads properties with {@code @IdAsString} or {@code @PublicIdText}: an id, or an {@code
 * Optional}, a collection, an array or a map of ids.
 */
public final class IdsDeserializer extends StdDeserializer<Object> {

  private static final long serialVersionUID = 1L;

  private static final String RULE =
      "%s is only allowed on a long, a Long, or an Optional, collection, array or map of Long, but"
          + " is on %s";

  /** Reads a single id. */
  private final StdScalarDeserializer<Long> one;

  /** The annotation, for messages. */
  private final String annotation;

  /** Creates a deserializer; called by Jackson. */
  public IdsDeserializer() {
    this(new IdDeserializer(), "@IdAsString");
  }

  IdsDeserializer(StdScalarDeserializer<Long> one, String annotation) {
    super(Object.class);
    this.one = one;
    this.annotation = annotation;
  }

  /**
   * Returns the deserializer for a property.
   *
   * @throws DatabindException if the property cannot hold ids
   */
  @Override
  public ValueDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) throws DatabindException {
    JavaType type = property == null ? context.getContextualType() : property.getType();
    if (isId(type)) {
      return one;
    }
    JavaType elements = type.getContentType();
    if (elements == null || !isId(elements)) {
      return context.reportBadDefinition(type, RULE.formatted(annotation, type.toCanonical()));
    }
    return elements.isPrimitive()
        ? primitives(context, property)
        : context.findContextualValueDeserializer(type.withContentValueHandler(one), property);
  }

  private static boolean isId(JavaType type) {
    return type.hasRawClass(Long.class) || type.hasRawClass(long.class);
  }

  private ValueDeserializer<?> primitives(
      DeserializationContext context, @Nullable BeanProperty property) throws DatabindException {
    JavaType boxes = context.constructType(Long[].class).withContentValueHandler(one);
    return new StdConvertingDeserializer<>(
        new Unboxing(), boxes, context.findContextualValueDeserializer(boxes, property));
  }

  private static final class Unboxing extends StdConverter<Object, long[]> {

    @Override
    public long[] convert(Object ids) {
      return Arrays.stream((Long[]) ids).mapToLong(Long::longValue).toArray();
    }
  }

  @Override
  public Object deserialize(JsonParser json, DeserializationContext context)
      throws JacksonException {
    return context.reportInputMismatch(this, "%s is only allowed on a property", annotation);
  }
}
