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
 * Writes and reads public ids. What the annotation names has no keys and refuses to; {@link
 * IdModule} puts others in its place.
 */
public final class PublicIdJson {

  private static final String RULE =
      "@PublicIdText must have a key: set snowbraid.public-ids.keys to one that PublicId.newKey()"
          + " made, and use the mapper of Spring Boot";

  private PublicIdJson() {}

  /** Writes an id as a public id, and nothing else: other texts would be shown as they are. */
  public static final class Serializer extends IdSerializer {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable LongFunction<String> texts;

    /** Called by Jackson. */
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

  /** Reads an id from a public id, and from nothing else. */
  public static final class Deserializer extends StdScalarDeserializer<Long> {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable ToLongFunction<String> ids;

    /** Called by Jackson. */
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
     * @throws tools.jackson.databind.DatabindException if the value is no public id
     */
    @Override
    public @Nullable Long deserialize(JsonParser json, DeserializationContext context)
        throws JacksonException {
      if (ids == null) {
        return context.reportBadDefinition(Long.class, RULE);
      }
      if (!json.hasToken(JsonToken.VALUE_STRING)) {
        return context.reportInputMismatch(
            this, "public id must be a string: token=%s", json.currentToken());
      }
      try {
        return ids.applyAsLong(json.getString());
      } catch (PublicIdException e) { // quotes less of the text than Jackson would
        return context.reportInputMismatch(this, "%s", e.getMessage());
      }
    }
  }
}
