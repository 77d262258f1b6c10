package io.snowbraid.spring.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.snowbraid.hibernate.SnowflakeId;
import io.snowbraid.publicid.PublicId;
import io.snowbraid.spring.json.internal.IdSchema;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springdoc.core.converters.PropertyCustomizingConverter;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.MethodParameter;
import tools.jackson.databind.json.JsonMapper;

/** Tests how springdoc describes ids in both versions of OpenAPI. */
class IdSchemaTest {

  private static final String AUTO_CONFIGURATION =
      "io.snowbraid.spring.internal.SnowbraidWebAutoConfiguration";

  @IdAsString
  @JacksonAnnotationsInside // without this, Jackson ignores the annotations of this annotation
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.FIELD)
  @interface Key {}

  static final class City {
    @IdAsString public Long id;
    @IdAsString public long country;
    @Key public Long mayor;
    @SnowflakeId public Long generated;
    public Long population;
    @IdAsString public List<Long> twins;
    @IdAsString public long[] streets;
    @IdAsString public Map<String, Long> named;
    @IdAsString public Optional<Long> capital;
  }

  static final class Order {
    @PublicIdText("ord")
    public Long id;

    @PublicIdText public List<Long> items;

    @PublicIdText(value = "usr", form = PublicIdText.Form.UUID)
    public List<Long> buyers;

    public Long total;
  }

  record Town(@IdAsString long id, long population) {}

  private static IdSchema customizer(boolean idsAreStrings) throws ClassNotFoundException {
    IdSchema[] found = new IdSchema[1];
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(Class.forName(AUTO_CONFIGURATION)))
        .withPropertyValues("snowbraid.json.ids-as-strings=" + idsAreStrings)
        .run(context -> found[0] = (IdSchema) context.getBean(PropertyCustomizer.class));
    return found[0];
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // as swagger declares it
  private static Map<String, Schema> described(
      Class<?> type, boolean isVersion31, boolean idsAreStrings) throws Exception {
    ModelConverters converters = new ModelConverters(isVersion31);
    converters.addConverter(
        new PropertyCustomizingConverter(Optional.of(List.of(customizer(idsAreStrings)))));
    return converters.readAll(type).get(type.getSimpleName()).getProperties();
  }

  private static Set<String> types(Schema<?> schema) {
    return schema.getTypes() == null ? Set.of(schema.getType()) : schema.getTypes();
  }

  private static void assertString(Schema<?> schema) {
    assertThat(types(schema)).containsExactly("string");
    assertThat(schema.getFormat()).isNull();
    assertThat("249792116408978093").matches(schema.getPattern());
    assertThat("-1").doesNotMatch(schema.getPattern());
  }

  @SuppressWarnings("rawtypes")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void idsThatAreStringsInJsonAreStringsInOpenApi(boolean isVersion31) throws Exception {
    Map<String, Schema> city = described(City.class, isVersion31, false);
    for (String name : List.of("id", "country", "mayor", "capital")) {
      assertString(city.get(name));
    }
    assertString(city.get("twins").getItems());
    assertString(city.get("streets").getItems());
    assertString((Schema<?>) city.get("named").getAdditionalProperties());
    assertThat(types(city.get("twins"))).containsExactly("array");
    assertThat(types(city.get("population"))).containsExactly("integer");
    assertThat(types(city.get("generated"))).containsExactly("integer");
    Map<String, Schema> town = described(Town.class, isVersion31, false);
    assertString(town.get("id"));
    assertThat(types(town.get("population"))).containsExactly("integer");
  }

  @SuppressWarnings("rawtypes")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void publicIdsAreStringsOfTheirOwnPattern(boolean isVersion31) throws Exception {
    PublicId ids = PublicId.builder().key(PublicId.newKey()).build();
    Map<String, Schema> order = described(Order.class, isVersion31, false);
    assertThat(types(order.get("id"))).containsExactly("string");
    assertThat(ids.withPrefix("ord").encode(5)).matches(order.get("id").getPattern());
    assertThat(ids.encode(5)).doesNotMatch(order.get("id").getPattern());
    assertThat(ids.encode(5)).matches(order.get("items").getItems().getPattern());
    Schema<?> buyer = order.get("buyers").getItems();
    assertThat(types(buyer)).containsExactly("string");
    assertThat(buyer.getFormat()).isEqualTo("uuid");
    assertThat(buyer.getPattern()).isNull();
    assertThat(types(order.get("total"))).containsExactly("integer");
  }

  @SuppressWarnings("rawtypes")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void settingMakesAllGeneratedIdsStrings(boolean isVersion31) throws Exception {
    Map<String, Schema> city = described(City.class, isVersion31, true);
    assertString(city.get("generated"));
    assertThat(types(city.get("population"))).containsExactly("integer");
  }

  @Test
  void jacksonSupportsComposedAnnotations() throws Exception {
    City city = new City();
    city.mayor = 1L;
    assertThat(new JsonMapper().writeValueAsString(city)).contains("\"mayor\":\"1\"");
  }

  void find(@IdAsString long id, long size, @PublicIdText long other) {}

  @Test
  void parametersAreStringsWhereTheAnnotationSaysSo() throws Exception {
    var find = IdSchemaTest.class.getDeclaredMethod("find", long.class, long.class, long.class);
    for (int index = 0; index < 3; index++) {
      Schema<?> number = new Schema<>().type("integer").format("int64");
      Parameter parameter = new Parameter().schema(number);
      customizer(false).customize(parameter, new MethodParameter(find, index));
      assertThat(number.getType()).isEqualTo(index == 1 ? "integer" : "string");
    }
    assertThat(customizer(true).customize(null, new MethodParameter(find, 0))).isNull(); // a body
  }

  @ParameterizedTest
  @ValueSource(strings = {"int32", "int64"})
  void settingMakesAllLongParametersStrings(String format) throws Exception {
    var find = IdSchemaTest.class.getDeclaredMethod("find", long.class, long.class, long.class);
    Schema<?> number = new Schema<>().type("integer").format(format);
    customizer(true).customize(new Parameter().schema(number), new MethodParameter(find, 1));
    assertThat(number.getType()).isEqualTo(format.equals("int64") ? "string" : "integer");
    assertThat(number.getPattern()).isNull();
  }
}
