package io.snowbraid.spring.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is marked with {@link IdAsString}: an id, or an {@code Optional}, a collection, an
 * array or a map of ids.
 */
public final class IdsDeserializer extends StdDeserializer<Object>
    implements ContextualDeserializer {

  private static final long serialVersionUID = 1L;

  private static final String RULE =
      "@IdAsString must stand on a long, a Long, or an Optional, a collection, an array or a map of"
          + " Long: type=%s";

  /** Made by Jackson. */
  public IdsDeserializer() {
    super(Object.class);
  }

  /**
   * Picks what reads the property.
   *
   * @throws JsonMappingException if it cannot hold ids
   */
  @Override
  public JsonDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) throws JsonMappingException {
    JavaType type = property == null ? context.getContextualType() : property.getType();
    if (isId(type)) {
      return new IdDeserializer();
    }
    JavaType elements = type.getContentType();
    if (elements == null || !isId(elements)) {
      return context.reportBadDefinition(type, RULE.formatted(type.toCanonical()));
    }
    return elements.isPrimitive()
        ? primitives(context, property)
        : context.findContextualValueDeserializer(
            type.withContentValueHandler(new IdDeserializer()), property);
  }

  private static boolean isId(JavaType type) {
    return type.hasRawClass(Long.class) || type.hasRawClass(long.class);
  }

  private static JsonDeserializer<?> primitives(
      DeserializationContext context, @Nullable BeanProperty property) throws JsonMappingException {
    JavaType boxes =
        context.constructType(Long[].class).withContentValueHandler(new IdDeserializer());
    return new StdDelegatingDeserializer<>(
        new Unboxing(), boxes, context.findContextualValueDeserializer(boxes, property));
  }

  private static final class Unboxing extends StdConverter<Object, long[]> {

    @Override
    public long[] convert(Object ids) {
      return Arrays.stream((Long[]) ids).mapToLong(Long::longValue).toArray();
    }
  }

  @Override
  public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
    return context.reportInputMismatch(this, "@IdAsString must stand on a property");
  }
}
