package io.snowbraid.spring.json.internal;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes an id as a string of decimal digits, and containers of ids as containers of such strings.
 */
public class IdSerializer extends StdSerializer<Object> {

  private static final long serialVersionUID = 1L;

  private static final String RULE =
      "an id in JSON must be a Long, or an Optional, a collection, an array or a map of them";

  /** Called by Jackson. */
  public IdSerializer() {
    super(Object.class);
  }

  /**
   * {@inheritDoc}
   *
   * @throws tools.jackson.databind.DatabindException if a value is not an id
   */
  @Override
  public final void serialize(Object value, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    write(value, null, json, context);
  }

  /** Writes the type, too, as mappers of caches do, and that of elements where they have one. */
  @Override
  public final void serializeWithType(
      Object value, JsonGenerator json, SerializationContext context, TypeSerializer types)
      throws JacksonException {
    write(value, types, json, context);
  }

  private void write(
      Object value,
      @Nullable TypeSerializer types,
      JsonGenerator json,
      SerializationContext context)
      throws JacksonException {
    String text = text(value);
    if (text == null && value instanceof Optional<?> optional) {
      writeElement(optional.orElse(null), json, context); // has no type of its own
    } else if (text != null) {
      wrap(value, JsonToken.VALUE_STRING, types, json, context, () -> json.writeString(text));
    } else if (value instanceof Map<?, ?> map) {
      wrap(value, JsonToken.START_OBJECT, types, json, context, () -> writeAll(map, json, context));
    } else {
      Iterable<?> ids = elements(value, context);
      wrap(value, JsonToken.START_ARRAY, types, json, context, () -> writeAll(ids, json, context));
    }
  }

  /** Writes what is in a value. */
  private interface Content {
    void write() throws JacksonException;
  }

  /**
   * Writes the begin and end of a value around its content, with its type if it has to have one.
   */
  private static void wrap(
      Object value,
      JsonToken shape,
      @Nullable TypeSerializer types,
      JsonGenerator json,
      @SuppressWarnings("unused") SerializationContext context, // Jackson 2 writes types without
      Content content)
      throws JacksonException {
    if (types != null) {
      WritableTypeId type = types.typeId(value, shape);
      types.writeTypePrefix(json, context, type);
      content.write();
      types.writeTypeSuffix(json, context, type);
    } else if (shape == JsonToken.START_OBJECT) {
      json.writeStartObject();
      content.write();
      json.writeEndObject();
    } else if (shape == JsonToken.START_ARRAY) {
      json.writeStartArray();
      content.write();
      json.writeEndArray();
    } else {
      content.write();
    }
  }

  /** Returns the text of an id; null if the value is none. */
  @Nullable String text(Object value) {
    return value instanceof Long || value instanceof String ? value.toString() : null;
  }

  private void writeElement(
      @Nullable Object element, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    if (element == null) {
      json.writeNull();
    } else {
      JavaType type = context.constructType(Long.class);
      write(element, context.findTypeSerializer(type), json, context);
    }
  }

  private void writeAll(Map<?, ?> map, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeName(String.valueOf(entry.getKey()));
      writeElement(entry.getValue(), json, context);
    }
  }

  private void writeAll(Iterable<?> ids, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    for (Object id : ids) {
      writeElement(id, json, context);
    }
  }

  private static Iterable<?> elements(Object value, SerializationContext context)
      throws JacksonException {
    if (value instanceof Iterable<?> ids) {
      return ids;
    }
    if (value instanceof long[] ids) {
      return Arrays.stream(ids).boxed().toList();
    }
    if (value instanceof Object[] ids) {
      return Arrays.asList(ids);
    }
    return context.reportBadDefinition(value.getClass(), RULE + ": value=" + value);
  }

  @Override
  public boolean isEmpty(SerializationContext context, @Nullable Object value) {
    return ObjectUtils.isEmpty(value);
  }
}
