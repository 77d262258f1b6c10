package io.snowbraid.spring.json.internal;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Reads an id, at least 0, from a string of decimal digits or a whole number. The text form of
 * {@link io.snowbraid.layout.IdText} is rejected, because all its 13 characters can be digits.
 */
public final class IdDeserializer extends StdScalarDeserializer<Long> {

  private static final long serialVersionUID = 1L;

  private static final String RULE = "id must be a whole number from 0 to " + Long.MAX_VALUE;

  static final Pattern DIGITS = Pattern.compile("0|[1-9][0-9]{0,18}");

  /** Creates a deserializer; called by Jackson. */
  public IdDeserializer() {
    super(Long.class);
  }

  /**
   * {@inheritDoc}
   *
   * @throws DatabindException if the value is not an id
   */
  @Override
  public @Nullable Long deserialize(JsonParser json, DeserializationContext context)
      throws JacksonException {
    if (json.hasToken(JsonToken.VALUE_STRING)) {
      return fromText(json.getString(), context);
    }
    if (json.hasToken(JsonToken.VALUE_NUMBER_INT)) {
      return fromNumber(json, context);
    }
    return context.reportInputMismatch(
        this, "%s, as a string or a number, but the token is %s", RULE, json.currentToken());
  }

  private static Long fromText(String text, DeserializationContext context)
      throws JacksonException {
    if (!DIGITS.matcher(text).matches() || new BigInteger(text).bitLength() >= Long.SIZE) {
      throw context.weirdStringException(text, Long.class, RULE);
    }
    return Long.valueOf(text);
  }

  private static Long fromNumber(JsonParser json, DeserializationContext context)
      throws JacksonException {
    if (json.getNumberType() == NumberType.BIG_INTEGER || json.getLongValue() < 0) {
      throw context.weirdNumberException(json.getNumberValue(), Long.class, RULE);
    }
    return json.getLongValue();
  }
}
