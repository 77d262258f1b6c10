package io.snowbraid.spring.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes an id as a string of decimal digits. Refuses what is not a {@code Long}. */
public final class IdSerializer extends StdSerializer<Object> {

  private static final long serialVersionUID = 1L;

  /** Made by Jackson. */
  public IdSerializer() {
    super(Object.class);
  }

  /**
   * {@inheritDoc}
   *
   * @throws com.fasterxml.jackson.databind.DatabindException if the value is not a {@code Long}
   */
  @Override
  public void serialize(@Nullable Object value, JsonGenerator json, SerializerProvider context)
      throws IOException {
    if (!(value instanceof Long)) {
      context.reportMappingProblem(
          "id must be of type long or Long: value=%s; for the elements of a list use"
              + " @JsonSerialize(contentUsing = IdSerializer.class)",
          value);
    }
    json.writeString(String.valueOf(value));
  }
}
