package io.snowbraid.spring.json.internal;

import io.snowbraid.spring.json.PublicIdText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Refuses to write an id with {@link PublicIdText}, because no key is known. {@link PublicIdModule}
 * puts another serializer in its place.
 */
public final class KeylessSerializer extends StdSerializer<Object> {

  private static final long serialVersionUID = 1L;

  static final String RULE =
      "@PublicIdText must have a key: set snowbraid.public-ids.keys to one that PublicId.newKey()"
          + " made, and use the mapper of Spring Boot";

  /** Called by Jackson. */
  public KeylessSerializer() {
    super(Object.class);
  }

  /**
   * {@inheritDoc}
   *
   * @throws tools.jackson.databind.DatabindException always
   */
  @Override
  public void serialize(Object value, JsonGenerator json, SerializationContext context)
      throws JacksonException {
    context.reportBadDefinition(value.getClass(), RULE);
  }
}
