package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layouts;
import io.snowbraid.spring.internal.SnowbraidProperties;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import tools.jackson.databind.json.JsonMapper;

/** The metadata that an IDE shows agrees with the properties class. */
class ConfigurationMetadataTest {

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Property(String name, String type, String description, Object defaultValue) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Value(String value, String description) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Hint(String name, List<Value> values) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Metadata(List<Property> properties, List<Hint> hints) {}

  private static Metadata metadata() throws IOException {
    try (InputStream json =
        SnowbraidProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      return new JsonMapper().readValue(json, Metadata.class);
    }
  }

  private static List<Property> described() throws IOException {
    return metadata().properties().stream()
        .filter(property -> property.name().startsWith("snowbraid."))
        .toList();
  }

  /** Returns the type of each property by its name. */
  private static Map<String, String> present(String prefix, Class<?> type) {
    Map<String, String> found = new TreeMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = prefix + DataObjectPropertyName.toDashedForm(component.getName());
      if (component.getType().isRecord()) {
        found.putAll(present(name + ".", component.getType()));
      } else {
        found.put(
            name,
            component.getType().isPrimitive()
                ? boxed(component.getType()).getName()
                : component.getGenericType().getTypeName().replace(", ", ","));
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
    assertThat(types).hasSize(34).isEqualTo(present("snowbraid.", SnowbraidProperties.class));
  }

  @Test
  void defaultsAreWhatHoldsWithoutThem() throws IOException {
    String[] defaults =
        described().stream()
            .filter(property -> property.defaultValue() != null)
            .filter(property -> !property.name().startsWith("snowbraid.client."))
            .map(property -> property.name() + "=" + property.defaultValue())
            .toArray(String[]::new);
    assertThat(defaults).hasSize(13);
    List<Object> unset = settings();
    assertThat(settings(defaults)).isEqualTo(unset);
    assertThat(settings("snowbraid.horizon=2m")).isNotEqualTo(unset);
    assertThat(settings("snowbraid.namespace=orders")).isNotEqualTo(unset);
  }

  /** Returns the effects of the settings that can be observed. */
  private static List<Object> settings(String... properties) {
    List<Object> seen = new ArrayList<>();
    TestContexts.withClock(new ManualClock())
        .withPropertyValues("spring.datasource.generate-unique-name=false")
        .withPropertyValues(properties)
        .run(
            context -> {
              Snowflake generator = TestContexts.snowflake(context);
              seen.add(generator.layout());
              seen.add(generator.status().grantRemaining());
              seen.add(context.getBean(WorkerSource.class).toString());
            });
    return seen;
  }

  @Test
  void layoutsAreListedThatIssueIds() throws IOException {
    Hint layouts =
        metadata().hints().stream()
            .filter(hint -> hint.name().equals("snowbraid.layout"))
            .findFirst()
            .orElseThrow();
    assertThat(layouts.values())
        .extracting(Value::value)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Layouts.class.getFields())
                .map(Field::getName)
                .filter(name -> !name.equals("BAIDU_UID")) // its time has run out
                .toList());
  }
}
