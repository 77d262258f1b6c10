package io.snowbraid.spring.json.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.StdConverter;

/**
 * Writes properties with {@code @IdAsString} or {@code @PublicIdText}: a single id, or a container
 * whose elements are written as the annotation requires.
 */
public final class IdsSerializer extends StdSerializer<Object> {

  private static final long serialVersionUID = 1L;

  /** Writes a single id. */
  private final IdSerializer one;

  /** Creates a serializer; called by Jackson. */
  public IdsSerializer() {
    this(new IdSerializer());
  }

  IdsSerializer(IdSerializer one) {
    super(Object.class);
    this.one = one;
  }

  /**
   * Returns the serializer for a property. The property has another annotation if a method with
   * {@code JsonValue} has this one.
   */
  @Override
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) throws DatabindException {
    if (property == null || findAnnotatedContentSerializer(context, property) == null) {
      return one;
    }
    JavaType type = property.getType();
    if (type.hasRawClass(long[].class)) {
      return new StdConvertingSerializer(new Boxing()).createContextual(context, property);
    }
    boolean isContainer = type.isContainerType() || type.isReferenceType();
    return isContainer && type.getContentType().hasRawClass(Long.class)
        ? context.findPrimaryPropertySerializer(type, property)
        : one; // rejects values of other types
  }

  private static final class Boxing extends StdConverter<long[], Long[]> {

    @Override
    public Long[] convert(long[] ids) {
      return Arrays.stream(ids).boxed().toArray(Long[]::new);
    }
  }

  @Override
  public void serialize(Object value, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    one.serialize(value, json, context);
  }
}
