package io.snowbraid.spring.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.hibernate.SnowflakeValue;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.ObjectMapper;

/** Tests the property snowbraid.json.ids-as-strings. */
class IdsAsStringsTest {

  private static final String AUTO_CONFIGURATION =
      "io.snowbraid.spring.internal.SnowbraidWebAutoConfiguration";

  static class Entity {
    @GeneratedValue(generator = "snowflake")
    public Long id = 1L;

    @SnowflakeValue public Long tracking = 2L;
    public Long population = 3L;
    public Entity parent;
  }

  static class OfSpace {
    private long id = 1;

    @GeneratedValue(generator = "snowflake:orders")
    public long getId() {
      return id;
    }

    public void setId(long id) {
      this.id = id;
    }
  }

  record Aggregate(@SnowflakeId Long id, List<Aggregate> children) {}

  static class Row {
    @TableId public Long id = 1L;
  }

  static class Text {
    @SnowflakeId public String id = "1";
  }

  static class OfSequence {
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "seq")
    public Long id = 1L;
  }

  static class OfIdentity {
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    public Long id = 1L;

    @TableId(type = IdType.AUTO)
    public Long row = 2L;
  }

  private static ObjectMapper json(String setting) throws ClassNotFoundException {
    ObjectMapper[] found = new ObjectMapper[1];
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                JacksonAutoConfiguration.class, Class.forName(AUTO_CONFIGURATION)))
        .withPropertyValues("snowbraid.json.ids-as-strings=" + setting)
        .run(context -> found[0] = (ObjectMapper) context.getBean("jacksonJsonMapper"));
    return found[0];
  }

  private static String written(Object value) throws Exception {
    return json("true").writeValueAsString(value);
  }

  @Test
  void generatedIdsAreStrings() throws Exception {
    Entity child = new Entity();
    child.parent = new Entity();
    assertThat(written(child))
        .contains("\"id\":\"1\"", "\"tracking\":\"2\"", "\"population\":3")
        .doesNotContain("\"id\":1", "\"tracking\":2");
    assertThat(written(new OfSpace())).isEqualTo("{\"id\":\"1\"}");
    assertThat(written(new Aggregate(1L, List.of(new Aggregate(2L, List.of())))))
        .isEqualTo("{\"id\":\"1\",\"children\":[{\"id\":\"2\",\"children\":[]}]}");
    assertThat(written(new Row())).isEqualTo("{\"id\":\"1\"}");
    assertThat(written(new Text())).isEqualTo("{\"id\":\"1\"}");
  }

  @Test
  void stringsAndNumbersAreRead() throws Exception {
    ObjectMapper json = json("true");
    for (String id : List.of("\"249792116408978093\"", "249792116408978093")) {
      String text = "{\"id\":" + id + ",\"children\":[]}";
      assertThat(json.readValue(text, Aggregate.class).id()).isEqualTo(249_792_116_408_978_093L);
      assertThat(json.readValue("{\"id\":" + id + "}", OfSpace.class).getId())
          .isEqualTo(249_792_116_408_978_093L);
    }
  }

  @Test
  void othersStayNumbers() throws Exception {
    assertThat(written(new OfSequence())).isEqualTo("{\"id\":1}");
    assertThat(written(new OfIdentity())).isEqualTo("{\"id\":1,\"row\":2}");
  }

  @Test
  void withoutTheSettingIdsAreNumbers() throws Exception {
    assertThat(json("false").writeValueAsString(new Row())).isEqualTo("{\"id\":1}");
  }
}
