package io.snowbraid.spring.json.internal;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Refuses to write and read public ids where Jackson does not have the keys. */
public final class Keyless {

  private static final String RULE =
      "@PublicIdText must have a key: set snowbraid.public-ids.keys to one that PublicId.newKey()"
          + " made, and use the mapper of Spring Boot";

  private Keyless() {}

  /**
   * Refuses to write an id with {@code @PublicIdText}, because no key is known. {@link IdModule}
   * puts another serializer in its place.
   */
  public static final class Serializer extends StdSerializer<Object> {

    private static final long serialVersionUID = 1L;

    /** Called by Jackson. */
    public Serializer() {
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

  /**
   * Refuses to read an id with {@code @PublicIdText}, because no key is known. {@link IdModule}
   * puts another deserializer in its place.
   */
  public static final class Deserializer extends StdScalarDeserializer<Object> {

    private static final long serialVersionUID = 1L;

    /** Called by Jackson. */
    public Deserializer() {
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
      return context.reportBadDefinition(Long.class, RULE);
    }
  }
}
