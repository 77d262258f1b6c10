package io.snowbraid.spring.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo.As;
import com.fasterxml.jackson.annotation.JsonValue;
import io.snowbraid.layout.IdText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

class IdAsStringTest {

  private static final long ID = 249_792_116_408_978_093L;

  record City(@IdAsString long id, @IdAsString Long country, long population) {}

  static final class Bean {
    @IdAsString public long id;
  }

  record Wrong(@IdAsString Purchase purchase) {}

  record Purchase(String name) {}

  static final class Many {
    @IdAsString public List<Long> list = Arrays.asList(1L, ID, null);
    @IdAsString public Set<Long> set = Set.of(ID);
    @IdAsString public Long[] boxes = {ID};
    @IdAsString public long[] array = {ID, 2};
    @IdAsString public Map<String, Long> map = Map.of("first", ID);
    @IdAsString public Optional<Long> optional = Optional.of(ID);
  }

  static final class None {
    @IdAsString public List<Long> list = List.of();
    @IdAsString public Optional<Long> optional = Optional.empty();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @IdAsString
    public List<Long> omitted = List.of();
  }

  private final JsonMapper json = JsonMapper.builder().findAndAddModules().build();

  @Test
  void onlyIdsAreStrings() throws Exception {
    assertThat(json.writeValueAsString(new City(ID, null, 5)))
        .isEqualTo("{\"id\":\"249792116408978093\",\"country\":null,\"population\":5}");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, ID, Long.MAX_VALUE})
  void stringsAndNumbersAreRead(long id) throws Exception {
    City city = new City(id, id, 5);
    assertThat(json.readValue(json.writeValueAsString(city), City.class)).isEqualTo(city);
    String numbers = "{\"id\":%d,\"country\":%d,\"population\":5}".formatted(id, id);
    assertThat(json.readValue(numbers, City.class)).isEqualTo(city);
  }

  @Test
  void javaScriptLosesDigitsOfANumber() {
    assertThat((long) (double) ID).isNotEqualTo(ID); // numbers in JavaScript are doubles
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\" 1\"",
        "\"-1\"",
        "\"+1\"",
        "\"01\"",
        "\"1.0\"",
        "\"1e3\"",
        "\"abc\"",
        "\"9223372036854775808\"",
        "\"99999999999999999999\"",
        "-1",
        "9223372036854775808"
      })
  void invalidIdIsRejected(String value) {
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> json.readValue("{\"country\":" + value + "}", City.class))
        .withMessageContaining("id must be a whole number from 0 to 9223372036854775807")
        .withMessageContaining(value.replace("\"", ""))
        .withMessageContaining("country");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1e3", "true", "{}", "[1]"})
  void otherJsonTypesAreRejected(String value) {
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> json.readValue("{\"country\":" + value + "}", City.class))
        .withMessageContaining("id must be a whole number")
        .withMessageContaining("country");
  }

  @Test
  void textFormIsRejectedBecauseItCouldBeADecimalNumber() {
    String text = IdText.format(ID);
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> json.readValue("{\"country\":\"" + text + "\"}", City.class))
        .withMessageContaining(text);
    assertThat(IdText.format(1)).matches("[0-9]{13}");
  }

  @Test
  void nullIsRejectedForAPrimitive() {
    String none = "{\"id\":null,\"population\":5}";
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json.readValue(none, City.class))
        .withMessageContaining("id");
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json.readValue("{\"id\":null}", Bean.class))
        .withMessageContaining("id");
  }

  @Test
  void nullAndMissingAreRead() throws Exception {
    assertThat(json.readValue("{\"id\":\"1\",\"population\":5}", City.class))
        .isEqualTo(new City(1, null, 5));
    assertThat(json.readValue("{\"id\":1,\"country\":null,\"population\":5}", City.class))
        .isEqualTo(new City(1, null, 5));
  }

  @Test
  void idsInContainersAreStringsToo() throws Exception {
    Many many = new Many();
    String text = json.writeValueAsString(many);
    assertThat(json.readTree(text))
        .isEqualTo(
            json.readTree(
                """
                {"list": ["1", "%1$d", null], "set": ["%1$d"], "boxes": ["%1$d"],
                 "array": ["%1$d", "2"], "map": {"first": "%1$d"}, "optional": "%1$d"}
                """
                    .formatted(ID)));
    assertThat(json.readValue(text, Many.class)).usingRecursiveComparison().isEqualTo(many);
    String numbers = text.replaceAll("\"([0-9]+)\"", "$1");
    assertThat(json.readValue(numbers, Many.class)).usingRecursiveComparison().isEqualTo(many);
  }

  record Key(@JsonValue @IdAsString long id) {}

  record Keys(Key one, List<Key> several) {}

  @Test
  void valueOfATypeIsAStringToo() throws Exception {
    assertThat(json.writeValueAsString(new Keys(new Key(1), List.of(new Key(2)))))
        .isEqualTo("{\"one\":\"1\",\"several\":[\"2\"]}");
  }

  /** A value in a cache. */
  static final class Cached {
    public Object value;
  }

  private static JsonMapper typing(DefaultTyping typing, As as) {
    return JsonMapper.builder()
        .findAndAddModules()
        .activateDefaultTyping(
            BasicPolymorphicTypeValidator.builder().allowIfSubType(Object.class).build(),
            typing,
            as)
        .build();
  }

  private static Object readAgain(JsonMapper cache, Object value) throws Exception {
    Cached cached = new Cached();
    cached.value = value;
    return cache.readValue(cache.writeValueAsString(cached), Cached.class).value;
  }

  /** Mappers of caches write the types of values. Jackson 3 has removed {@code EVERYTHING}. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "EVERYTHING")
  void valuesWithTypesAreRead(DefaultTyping typing) throws Exception {
    for (As as : List.of(As.PROPERTY, As.WRAPPER_ARRAY, As.WRAPPER_OBJECT)) {
      JsonMapper cache = typing(typing, as);
      Many many = new Many();
      assertThat(readAgain(cache, many)).usingRecursiveComparison().isEqualTo(many);
      City city = new City(ID, 5L, 3);
      assertThat(readAgain(cache, city)).isEqualTo(city);
      Nested nested = new Nested(List.of(city), Map.of("first", many));
      assertThat(readAgain(cache, nested)).usingRecursiveComparison().isEqualTo(nested);
    }
  }

  record Nested(List<City> cities, Map<String, Object> map) {}

  @Test
  void emptyContainersStayEmpty() throws Exception {
    String text = json.writeValueAsString(new None());
    assertThat(text).isEqualTo("{\"list\":[],\"optional\":null}");
    assertThat(json.readValue(text, None.class).list).isEmpty();
    assertThat(json.readValue(text, None.class).optional).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "set", "boxes", "array"})
  void invalidIdInAContainerIsRejected(String name) {
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> json.readValue("{\"" + name + "\":[\"-1\"]}", Many.class))
        .withMessageContaining("id must be a whole number")
        .withMessageContaining(name);
  }

  @Test
  void annotationOnSomethingElseIsRejected() {
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json.writeValueAsString(new Wrong(new Purchase("shoes"))))
        .withMessageContaining("an id in JSON must be a Long, or an Optional");
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json.readValue("{}", Wrong.class))
        .withMessageContaining("@IdAsString is only allowed on a long, a Long, or an Optional")
        .withMessageContaining("Purchase");
  }
}
