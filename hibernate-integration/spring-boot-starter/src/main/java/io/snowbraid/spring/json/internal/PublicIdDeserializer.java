package io.snowbraid.spring.json.internal;

import io.snowbraid.publicid.PublicIdException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/** Reads an id from a public id, and from nothing else. */
final class PublicIdDeserializer extends StdScalarDeserializer<Long> {

  private static final long serialVersionUID = 1L;

  private final transient PublicIdTexts texts;

  PublicIdDeserializer(PublicIdTexts texts) {
    super(Long.class);
    this.texts = texts;
  }

  @Override
  public @Nullable Long deserialize(JsonParser json, DeserializationContext context)
      throws JacksonException {
    if (!json.hasToken(JsonToken.VALUE_STRING)) {
      return context.reportInputMismatch(
          this, "public id must be a string: token=%s", json.currentToken());
    }
    try {
      return texts.decode(json.getString());
    } catch (PublicIdException e) { // quotes less of the text than Jackson would
      return context.reportInputMismatch(this, "%s", e.getMessage());
    }
  }
}
