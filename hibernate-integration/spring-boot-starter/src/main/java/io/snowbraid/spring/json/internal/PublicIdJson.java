package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicIdException;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Writes and reads public ids. The classes that the annotation names have no keys and fail; {@link
 * IdModule} replaces them with instances that have keys.
 */
public final class PublicIdJson {

  private static final String RULE =
      "@PublicIdText must have a key, but has none; set snowbraid.public-ids.keys to a key created"
          + " by PublicId.newKey(), and use Spring Boot's mapper";

  private PublicIdJson() {}

  /**
   * Writes an id as a public id. Rejects other values, because texts would be exposed unchanged.
   */
  public static final class Serializer extends IdSerializer {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable LongFunction<String> texts;

    /** Creates a serializer without keys; called by Jackson. */
    public Serializer() {
      this(null);
    }

    Serializer(@Nullable LongFunction<String> texts) {
      this.texts = texts;
    }

    @Override
    @Nullable String text(Object value, SerializationContext context) throws JacksonException {
      return texts == null
          ? context.reportBadDefinition(value.getClass(), RULE)
          : value instanceof Long id ? texts.apply(id) : null;
    }
  }

  /** Reads an id from a public id. Rejects other values. */
  public static final class Deserializer extends StdScalarDeserializer<Long> {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable ToLongFunction<String> ids;

    /** Creates a deserializer without keys; called by Jackson. */
    public Deserializer() {
      this(null);
    }

    Deserializer(@Nullable ToLongFunction<String> ids) {
      super(Long.class);
      this.ids = ids;
    }

    /**
     * {@inheritDoc}
     *
     * @throws tools.jackson.databind.DatabindException if the value is not a public id
     */
    @Override
    public @Nullable Long deserialize(JsonParser json, DeserializationContext context)
        throws JacksonException {
      if (ids == null) {
        return context.reportBadDefinition(Long.class, RULE);
      }
      if (!json.hasToken(JsonToken.VALUE_STRING)) {
        return context.reportInputMismatch(
            this, "public id must be a string, but the token is %s", json.currentToken());
      }
      try {
        return ids.applyAsLong(json.getString());
      } catch (PublicIdException e) { // quotes less of the text than Jackson would
        return context.reportInputMismatch(this, "%s", e.getMessage());
      }
    }
  }
}
