package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonValue;
import io.snowbraid.publicid.PublicId;
import io.snowbraid.publicid.PublicIdException;
import io.snowbraid.spring.internal.NotConfiguredException;
import io.snowbraid.spring.internal.SnowbraidProperties;
import io.snowbraid.spring.internal.SnowbraidWebAutoConfiguration;
import io.snowbraid.spring.json.IdAsString;
import io.snowbraid.spring.json.PublicIdText;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Tests public ids as beans and in JSON. */
@ExtendWith(OutputCaptureExtension.class)
class PublicIdsTest {

  static final String KEY = "AAECAwQFBgcICQoLDA0ODw==";
  static final String OLD_KEY = "K34VFiiu0qar9xWICc9PPA==";
  static final String KEYS = "snowbraid.public-ids.keys=" + KEY + "," + OLD_KEY;
  static final PublicId IDS = PublicId.builder().key(KEY).build();
  static final PublicId OLD_IDS = PublicId.builder().key(OLD_KEY).build();

  record Order(
      @PublicIdText("ord") long id, @PublicIdText("usr") @IdAsString Long buyer, long total) {}

  static final class Many {
    @PublicIdText("ord")
    public List<Long> list = Arrays.asList(1L, -2L, null);

    @PublicIdText("ord")
    public Long[] boxes = {1L};

    @PublicIdText("ord")
    public long[] array = {1, 2};

    @PublicIdText public Map<String, Long> map = Map.of("first", 1L);
    @PublicIdText public Optional<Long> optional = Optional.of(1L);
  }

  record Payment(
      @PublicIdText(value = "pay", form = PublicIdText.Form.UUID) long id,
      @PublicIdText(value = "ord", form = PublicIdText.Form.UUID) List<Long> orders) {}

  record Text(@PublicIdText String id) {}

  record Malformed(@PublicIdText("or d") long id) {}

  private static ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                JacksonAutoConfiguration.class, SnowbraidWebAutoConfiguration.class));
  }

  private static ObjectMapper json(String... properties) {
    ObjectMapper[] found = new ObjectMapper[1];
    application()
        .withPropertyValues(properties)
        .run(context -> found[0] = (ObjectMapper) context.getBean("jacksonJsonMapper"));
    return found[0];
  }

  @Test
  void propertiesAreUuidsWhereTheAnnotationSaysSo() throws Exception {
    Payment payment = new Payment(5, List.of(6L));
    String text = json(KEYS).writeValueAsString(payment);
    assertThat(text)
        .isEqualTo(
            "{\"id\":\"%s\",\"orders\":[\"%s\"]}"
                .formatted(IDS.withPrefix("pay").toUuid(5), IDS.withPrefix("ord").toUuid(6)));
    assertThat(json(KEYS).readValue(text, Payment.class)).isEqualTo(payment);
    String old = "{\"id\":\"" + OLD_IDS.withPrefix("pay").toUuid(5) + "\",\"orders\":[]}";
    assertThat(json(KEYS).readValue(old, Payment.class).id()).isEqualTo(5);
    for (String wrong :
        List.of(IDS.withPrefix("pay").encode(5), IDS.toUuid(5).toString(), "5", "x".repeat(99))) {
      assertThatExceptionOfType(MismatchedInputException.class)
          .isThrownBy(
              () -> json(KEYS).readValue("{\"id\":\"" + wrong + "\",\"orders\":[]}", Payment.class))
          .withMessageContaining(
              "public id must be a UUID created with this prefix and one of these keys");
    }
  }

  @Test
  void propertiesAreTexts() throws Exception {
    Order order = new Order(5, 6L, 7);
    String text = json(KEYS).writeValueAsString(order);
    assertThat(text)
        .isEqualTo(
            "{\"id\":\"%s\",\"buyer\":\"%s\",\"total\":7}"
                .formatted(IDS.withPrefix("ord").encode(5), IDS.withPrefix("usr").encode(6)));
    assertThat(json(KEYS).readValue(text, Order.class)).isEqualTo(order);
  }

  record Key(@JsonValue @PublicIdText("ord") long id) {}

  record Keys(Key one, List<Key> several) {}

  @Test
  void valueOfATypeIsATextToo() throws Exception {
    String text = IDS.withPrefix("ord").encode(5);
    Key key = new Key(5);
    assertThat(json(KEYS).writeValueAsString(key)).isEqualTo("\"" + text + "\"");
    assertThat(json(KEYS).writeValueAsString(new Keys(key, List.of(key))))
        .isEqualTo("{\"one\":\"%1$s\",\"several\":[\"%1$s\"]}".formatted(text));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json().writeValueAsString(key))
        .withMessageContaining("@PublicIdText must have a key");
  }

  static final class Others {
    @PublicIdText public Object value = List.of(1L);
    @PublicIdText public int[] array = {1};
    @PublicIdText public Stream<Long> stream = Stream.of(1L);
  }

  /** Jackson would write these as numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"value", "array", "stream"})
  void otherTypesAreNotWritten(String property) throws Exception {
    Others others = new Others();
    for (Field field : Others.class.getFields()) {
      if (!field.getName().equals(property)) {
        field.set(others, null);
      }
    }
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json(KEYS).writeValueAsString(others))
        .withMessageContaining("an id in JSON must be a Long");
  }

  @Test
  void textsOfTheOldKeyAreRead() throws Exception {
    String text = "{\"id\":\"%s\",\"buyer\":null,\"total\":7}";
    assertThat(
            json(KEYS).readValue(text.formatted(OLD_IDS.withPrefix("ord").encode(5)), Order.class))
        .isEqualTo(new Order(5, null, 7));
  }

  @Test
  void idsInContainersAreTextsToo() throws Exception {
    Many many = new Many();
    String text = json(KEYS).writeValueAsString(many);
    assertThat(text)
        .contains(IDS.withPrefix("ord").encode(-2), "null", "\"first\":\"" + IDS.encode(1) + "\"");
    assertThat(json(KEYS).readValue(text, Many.class)).usingRecursiveComparison().isEqualTo(many);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "\"5\"", "\"\"", "\"ord_0123456789\"", "5.0", "true", "{}", "[]"})
  void otherValuesAreRejected(String value) {
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> json(KEYS).readValue("{\"buyer\":" + value + "}", Order.class))
        .withMessageContaining("public id must be ")
        .withMessageContaining("buyer");
  }

  @Test
  void textsOfAnotherPrefixAndHostileTextsAreRejected() {
    String user = IDS.withPrefix("usr").encode(5);
    for (String text : List.of(user, "x".repeat(10_000))) {
      assertThatExceptionOfType(MismatchedInputException.class)
          .isThrownBy(() -> json(KEYS).readValue("{\"id\":\"" + text + "\"}", Order.class))
          .withMessageContaining(
              "public id must be ord_ and 26 lowercase base-32 digits, the first between 0 and 7")
          .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("x".repeat(65)));
    }
  }

  @Test
  void annotationOnSomethingElseIsRejected() {
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json(KEYS).writeValueAsString(new Text("5")))
        .withMessageContaining("an id in JSON must be a Long, or an Optional");
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> json(KEYS).readValue("{}", Text.class))
        .withMessageContaining("@PublicIdText is only allowed on a long, a Long, or an Optional");
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> json(KEYS).writeValueAsString(new Malformed(1)))
        .withStackTraceContaining("prefix must be a letter and up to 31 letters or digits");
  }

  @Test
  void withoutKeysThereIsNothingAndTheAnnotationFails() {
    application().run(context -> assertThat(beans(context)).isEmpty());
    application()
        .withPropertyValues(KEYS)
        .run(context -> assertThat(beans(context)).contains("snowbraidPublicId"));
    for (ObjectMapper json : List.of(json(), new JsonMapper())) {
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> json.writeValueAsString(new Order(5, 6L, 7)))
          .withMessageContaining("set snowbraid.public-ids.keys to a key");
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> json.readValue("{\"id\":5,\"buyer\":6,\"total\":7}", Order.class))
          .withMessageContaining("set snowbraid.public-ids.keys to a key");
    }
  }

  private static Stream<String> beans(ApplicationContext context) {
    return Stream.of(context.getBeanDefinitionNames())
        .filter(name -> name.contains("snowbraidPublicId"));
  }

  @Test
  void beanOfTheApplicationHasTheKeys() {
    application()
        .withBean(PublicId.class, () -> OLD_IDS)
        .run(
            context -> {
              ObjectMapper json = (ObjectMapper) context.getBean("jacksonJsonMapper");
              assertThat(json.writeValueAsString(new Order(5, 6L, 7)))
                  .contains(OLD_IDS.withPrefix("ord").encode(5));
            });
  }

  @Test
  void severalBeansOfTheApplicationAreItsOwnAffair() {
    application()
        .withBean("orders", PublicId.class, () -> IDS.withPrefix("ord"))
        .withBean("users", PublicId.class, () -> IDS.withPrefix("usr"))
        .run(context -> assertThat(beans(context)).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "'keys=', snowbraid.public-ids.keys is empty.",
    "'keys=my-secret', 'keys[0] cannot be used: key must be 16 bytes in Base64, but has 9'",
    "'keys[0]=c2VjcmV0', 'keys[0] cannot be used: key must have 16 bytes, but has 6.'",
    "'keys=K34VFiiu0qar9xWICc9PPA==,c2VjcmV0', 'keys[1] cannot be used: key must have 16 bytes'",
    "'keys=K34VFiiu0qar9xWICc9PPA==,K34VFiiu0qar9xWICc9PPA==', 'keys[1] cannot be used: key 2 '",
    "'keys=bXkgc2VjcmV0IGtleSAjMQ==', 'keys[0] cannot be used: key must be random, but is'",
  })
  void unusableKeysPreventTheStartAndAreNotShown(String property, String message) {
    application()
        .withPropertyValues("snowbraid.public-ids." + property)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .isInstanceOf(NotConfiguredException.class)
                    .hasMessageContaining(message)
                    .hasMessageEndingWith("Set it to a key created by PublicId.newKey().")
                    .hasMessageNotContainingAny("secret", "c2Vj", "K34V", "bXkg"));
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(SnowbraidWebAutoConfiguration.class)
  static class Application {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "snowbraid.public-ids.key=" + OLD_KEY,
        "snowbraid.public-id.keys=" + OLD_KEY,
        "snowbraid.public-id.keys[0]=" + OLD_KEY,
        "snowbraid.public-ids.keys.first=" + OLD_KEY,
      })
  void keysInTheWrongPlaceAreNotLogged(String property, CapturedOutput output) {
    String keys = "snowbraid.public-ids.keys[0]=" + KEY;
    SpringApplicationBuilder application =
        new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE);
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> application.run("--" + property, "--" + keys));
    assertThat(output).contains("snowbraid.public-id").doesNotContain(OLD_KEY).doesNotContain(KEY);
  }

  @Test
  void keysAreNotInTheTextOfTheProperties() {
    application()
        .withPropertyValues(KEYS)
        .run(
            context ->
                assertThat(context.getBean(SnowbraidProperties.class).toString())
                    .contains("PublicIds[]")
                    .doesNotContain(KEY, OLD_KEY));
  }

  @Test
  void injectedBeanReadsAndWrites() {
    application()
        .withPropertyValues(KEYS)
        .run(
            context -> {
              PublicId ids = context.getBean(PublicId.class).withPrefix("ord");
              assertThat(ids.decode(ids.encode(5))).isEqualTo(5);
              assertThatExceptionOfType(PublicIdException.class)
                  .isThrownBy(() -> ids.decode(IDS.encode(5)));
            });
  }
}
