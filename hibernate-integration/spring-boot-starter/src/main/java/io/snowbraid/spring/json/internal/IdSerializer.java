package io.snowbraid.spring.json.internal;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes an id as a string of decimal digits, and containers of ids as containers of such strings.
 */
public sealed class IdSerializer extends StdSerializer<Object> permits PublicIdSerializer {

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
    String text = text(value);
    if (text != null) {
      json.writeString(text);
    } else if (value instanceof Optional<?> optional) {
      writeElement(optional.orElse(null), json, context);
    } else if (value instanceof Map<?, ?> map) {
      writeMap(map, json, context);
    } else {
      writeArray(elements(value, context), json, context);
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
      serialize(element, json, context);
    }
  }

  private void writeMap(Map<?, ?> map, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeName(String.valueOf(entry.getKey()));
      writeElement(entry.getValue(), json, context);
    }
    json.writeEndObject();
  }

  private void writeArray(Iterable<?> ids, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    json.writeStartArray();
    for (Object id : ids) {
      writeElement(id, json, context);
    }
    json.writeEndArray();
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
