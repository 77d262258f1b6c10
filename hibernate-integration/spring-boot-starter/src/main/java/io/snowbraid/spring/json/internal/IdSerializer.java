package io.snowbraid.spring.json.internal;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Writes a single id as a string of decimal digits. */
public class IdSerializer extends StdScalarSerializer<Object> {

  private static final long serialVersionUID = 1L;

  private static final String RULE =
      "an id in JSON must be a Long, or an Optional, collection, array or map of Long";

  /** Creates a serializer; called by Jackson. */
  public IdSerializer() {
    super(Object.class);
  }

  /**
   * {@inheritDoc}
   *
   * @throws tools.jackson.databind.DatabindException if the value is not an id
   */
  @Override
  public final void serialize(Object value, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    String text = text(value, context);
    if (text == null) {
      context.reportBadDefinition(value.getClass(), RULE + ", but is " + value);
    } else {
      json.writeString(text);
    }
  }

  /** Returns an id's text; null if the value is not an id. */
  @Nullable String text(Object value, SerializationContext context) throws JacksonException {
    return value instanceof Long || value instanceof String ? value.toString() : null;
  }
}
