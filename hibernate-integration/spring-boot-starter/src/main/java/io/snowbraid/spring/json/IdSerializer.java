package io.snowbraid.spring.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes an id as a string of decimal digits. Refuses what is not a {@code Long}. */
public final class IdSerializer extends StdSerializer<Object> {

  /** Made by Jackson. */
  public IdSerializer() {
    super(Object.class);
  }

  /**
   * {@inheritDoc}
   *
   * @throws tools.jackson.databind.DatabindException if the value is not a {@code Long}
   */
  @Override
  public void serialize(@Nullable Object value, JsonGenerator json, SerializationContext context) {
    if (!(value instanceof Long)) {
      context.reportMappingProblem(
          "id must be of type long or Long: value=%s; for the elements of a list use"
              + " @JsonSerialize(contentUsing = IdSerializer.class)",
          value);
    }
    json.writeString(String.valueOf(value));
  }
}
