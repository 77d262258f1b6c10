package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import tools.jackson.databind.json.JsonMapper;

/** What an IDE shows of the properties is what the properties class has. */
class MetadataTest {

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Property(String name, String type, String description) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Metadata(List<Property> properties) {}

  private static List<Property> described() throws IOException {
    try (InputStream json =
        SnowbraidProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      return new JsonMapper()
          .readValue(json, Metadata.class).properties().stream()
              .filter(property -> property.name().startsWith("snowbraid."))
              .toList();
    }
  }

  /** The type of each property, by its name. */
  private static Map<String, String> present(String prefix, Class<?> type) {
    Map<String, String> found = new TreeMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = prefix + DataObjectPropertyName.toDashedForm(component.getName());
      if (component.getType().isRecord()) {
        found.putAll(present(name + ".", component.getType()));
      } else {
        found.put(name, boxed(component.getType()).getName());
      }
    }
    return found;
  }

  private static Class<?> boxed(Class<?> type) {
    return type == boolean.class ? Boolean.class : type;
  }

  @Test
  void eachPropertyIsDescribed() throws IOException {
    Map<String, String> types = new TreeMap<>();
    for (Property property : described()) {
      types.put(property.name(), property.type());
      assertThat(property.description())
          .as("description of %s", property.name())
          .hasSizeGreaterThan(20)
          .endsWith(".")
          .doesNotContain("{@");
    }
    assertThat(types).hasSize(18).isEqualTo(present("snowbraid.", SnowbraidProperties.class));
  }
}
