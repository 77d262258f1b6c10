package io.snowbraid.spring.json.internal;

import io.snowbraid.spring.json.PublicIdText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Refuses to read an id with {@link PublicIdText}, because no key is known. {@link PublicIdModule}
 * puts another deserializer in its place.
 */
public final class KeylessDeserializer extends StdScalarDeserializer<Object> {

  private static final long serialVersionUID = 1L;

  /** Called by Jackson. */
  public KeylessDeserializer() {
    super(Object.class);
  }

  /**
   * {@inheritDoc}
   *
   * @throws tools.jackson.databind.DatabindException always
   */
  @Override
  public Object deserialize(JsonParser json, DeserializationContext context)
      throws JacksonException {
    return context.reportBadDefinition(Long.class, KeylessSerializer.RULE);
  }
}
