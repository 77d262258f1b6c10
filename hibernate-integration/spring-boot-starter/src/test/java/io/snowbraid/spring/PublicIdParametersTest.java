package io.snowbraid.spring;

import static io.snowbraid.spring.PublicIdsTest.IDS;
import static io.snowbraid.spring.PublicIdsTest.KEYS;
import static io.snowbraid.spring.PublicIdsTest.OLD_IDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.spring.internal.NotConfiguredException;
import io.snowbraid.spring.internal.SnowbraidWebAutoConfiguration;
import io.snowbraid.spring.json.PublicIdText;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.mvc.method.annotation.MvcUriComponentsBuilder;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Tests public ids in requests to Spring MVC. */
class PublicIdParametersTest {

  private static final Path TESTS = Path.of("../spring-boot-starter/src/test/java/io/snowbraid");

  private static final String ORDER = IDS.withPrefix("ord").encode(5);

  @PublicIdText("ord")
  @Retention(RetentionPolicy.RUNTIME)
  @interface OrderId {}

  @RestController
  static class Paths {

    @GetMapping("/ids/{ids}")
    String ids(@PathVariable("ids") @PublicIdText("ord") long[] ids) {
      return "ids " + Arrays.toString(ids);
    }

    @GetMapping("/path/{id}")
    String path(@PathVariable("id") @PublicIdText("ord") long id) {
      return "id " + id;
    }

    @GetMapping("/composed/{id}")
    String composed(@PathVariable("id") @OrderId Long id) {
      return "id " + id;
    }

    @GetMapping("/uuids/{id}")
    String uuid(
        @PathVariable("id") @PublicIdText(value = "ord", form = PublicIdText.Form.UUID) long id,
        @RequestParam("other") @PublicIdText(form = PublicIdText.Form.UUID) List<Long> others) {
      return "id " + id + ", others " + others;
    }

    @GetMapping("/uuid-link")
    String uuidLink() {
      return MvcUriComponentsBuilder.fromMethodName(Paths.class, "uuid", 5L, List.of())
          .build()
          .toString();
    }

    @GetMapping("/parameter")
    String parameter(@RequestParam(name = "id", required = false) @PublicIdText("ord") Long id) {
      return "id " + id;
    }

    @GetMapping("/list")
    String list(@RequestParam("id") @PublicIdText("ord") List<Long> ids) {
      return "ids " + ids;
    }

    @GetMapping("/optional")
    String optional(@RequestParam("id") @PublicIdText("ord") Optional<Long> id) {
      return "id " + id.orElse(-1L);
    }

    @GetMapping("/link")
    String link() {
      return MvcUriComponentsBuilder.fromMethodName(Paths.class, "path", 5L).build().toString();
    }

    @GetMapping("/plain/{id}")
    String plain(@PathVariable("id") long id) {
      return "id " + id;
    }
  }

  @RestController
  static class OfHeader {

    @GetMapping("/header")
    String find(@RequestHeader("id") @PublicIdText("ord") long id) {
      return "id " + id;
    }
  }

  @RestController
  static class Prepared {

    @ModelAttribute("loaded")
    Long load(@PathVariable("id") @PublicIdText("ord") long id) {
      return id;
    }

    @GetMapping("/prepared/{id}")
    String find(@ModelAttribute("loaded") Long loaded) {
      return "id " + loaded;
    }
  }

  @RestController
  static class Bound {

    private long bound;

    @InitBinder
    void bind(@PathVariable("id") @PublicIdText("ord") long id) {
      bound = id;
    }

    @GetMapping("/bound/{id}")
    String find(@RequestParam("other") int other) {
      return "id " + bound;
    }
  }

  /** What Spring Boot adds if problem details are switched on. */
  @ControllerAdvice
  static class ProblemDetails extends ResponseEntityExceptionHandler {}

  @Configuration(proxyBeanMethods = false)
  @EnableWebMvc
  static class Mvc {}

  private static WebApplicationContextRunner application(Class<?>... beans) {
    WebApplicationContextRunner runner =
        new WebApplicationContextRunner()
            .withUserConfiguration(Mvc.class)
            .withConfiguration(AutoConfigurations.of(SnowbraidWebAutoConfiguration.class));
    return runner.withUserConfiguration(beans);
  }

  private static MockHttpServletResponse answer(
      String path, String text, WebApplicationContextRunner application) {
    MockHttpServletResponse[] answer = new MockHttpServletResponse[1];
    application
        .withPropertyValues(KEYS)
        .run(
            context -> {
              MockMvc mvc = MockMvcBuilders.webAppContextSetup(context).build();
              answer[0] =
                  mvc.perform(MockMvcRequestBuilders.get(path, text)).andReturn().getResponse();
            });
    return answer[0];
  }

  private static MockHttpServletResponse answer(String path, String text) {
    return answer(path, text, application(Paths.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/path/{text}", "/composed/{text}", "/parameter?id={text}", "/optional?id={text}"})
  void textsAreRead(String path) throws Exception {
    assertThat(answer(path, ORDER).getContentAsString()).isEqualTo("id 5");
    String old = OLD_IDS.withPrefix("ord").encode(5);
    assertThat(answer(path, old).getContentAsString()).isEqualTo("id 5");
  }

  @Test
  void listsAreRead() throws Exception {
    String other = IDS.withPrefix("ord").encode(6);
    assertThat(answer("/list?id={text}&id=" + other, ORDER).getContentAsString())
        .isEqualTo("ids [5, 6]");
    for (String path : List.of("/list?id={text}", "/ids/{text}")) {
      assertThat(answer(path, ORDER + "," + other).getContentAsString()).isEqualTo("ids [5, 6]");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/path/{text}, 404",
    "/composed/{text}, 404",
    "/ids/{text}, 404",
    "/parameter?id={text}, 400",
    "/list?id={text}, 400",
    "/optional?id={text}, 400",
  })
  void unreadableTextsAreNotFoundInAPathAndABadRequestElsewhere(String path, int status) {
    String user = IDS.withPrefix("usr").encode(5);
    for (String text : List.of("5", " ", user, IDS.encode(5), "ord_" + IDS.encode(5))) {
      assertThat(answer(path, text).getStatus()).as(text).isEqualTo(status);
    }
  }

  @Test
  void problemDetailsHaveTheSameStatus() throws Exception {
    WebApplicationContextRunner application = application(Paths.class, ProblemDetails.class);
    assertThat(answer("/path/{text}", "5", application).getStatus()).isEqualTo(404);
    assertThat(answer("/path/{text}", "5", application).getContentAsString()).contains("404");
    assertThat(answer("/parameter?id={text}", "5", application).getStatus()).isEqualTo(400);
  }

  @Test
  void uuidsAreReadWhereTheAnnotationSaysSo() throws Exception {
    UUID order = IDS.withPrefix("ord").toUuid(5);
    UUID other = OLD_IDS.toUuid(6);
    String path = "/uuids/{text}?other=" + other + "&other=" + IDS.toUuid(7);
    assertThat(answer(path, order.toString()).getContentAsString())
        .isEqualTo("id 5, others [6, 7]");
    for (String wrong : List.of("5", ORDER, other.toString())) {
      assertThat(answer(path, wrong).getStatus()).isEqualTo(404);
      assertThat(answer("/uuids/" + order + "?other={text}", wrong).getStatus())
          .isEqualTo(wrong.equals(other.toString()) ? 200 : 400);
    }
    assertThat(answer("/uuid-link", "").getContentAsString()).contains("/uuids/" + order);
  }

  @Test
  void otherParametersAreReadAsBefore() throws Exception {
    assertThat(answer("/plain/{text}", "5").getContentAsString()).isEqualTo("id 5");
    assertThat(answer("/plain/{text}", ORDER).getStatus()).isEqualTo(400);
    assertThat(answer("/parameter?id={text}", "").getContentAsString()).isEqualTo("id null");
  }

  @Test
  void linksToMethodsHaveTexts() throws Exception {
    assertThat(answer("/link", "").getContentAsString()).endsWith("/path/" + ORDER);
  }

  /** The page shows this controller. A mapper other than Spring Boot's has no key. */
  @Test
  void pageShowsAControllerThatWorks() throws Exception {
    String code = Files.readString(TESTS.resolve("shop/Orders.java"));
    Matcher snippet =
        Pattern.compile("## Spring Boot\\s+```java\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../../docs/public-ids.md")));
    assertThat(snippet.find()).isTrue();
    assertThat(code).endsWith("\n" + snippet.group(1));
    WebApplicationContextRunner shop = application(Class.forName("io.snowbraid.shop.Orders"));
    assertThat(answer("/orders/{text}", "5", shop).getStatus()).isEqualTo(404);
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> answer("/orders/{text}", ORDER, shop))
        .withStackTraceContaining("@PublicIdText must have a key");
  }

  @ParameterizedTest
  @CsvSource({"/prepared/{text}", "/bound/{text}?other=1"})
  void methodsThatPrepareARequestReadTextsOnly(String path) throws Exception {
    WebApplicationContextRunner application =
        application(Prepared.class, Bound.class).withPropertyValues(KEYS);
    assertThat(answer(path, ORDER, application).getContentAsString()).isEqualTo("id 5");
    assertThat(answer(path, "5", application).getStatus()).isEqualTo(404);
  }

  private static void assertRejected(
      String path, WebApplicationContextRunner application, String message) {
    application.run(
        context -> {
          MockMvc mvc = MockMvcBuilders.webAppContextSetup(context).build();
          for (String text : List.of("5", ORDER)) {
            assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> mvc.perform(MockMvcRequestBuilders.get(path, text)))
                .havingRootCause()
                .isInstanceOf(NotConfiguredException.class)
                .withMessageContaining(message);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"/path/{text}", "/parameter?id={text}", "/prepared/{text}", "/bound/{text}?other=1"})
  void withoutKeysCallsAreRejected(String path) {
    WebApplicationContextRunner application = application(Paths.class, Prepared.class, Bound.class);
    assertRejected(
        path, application, "parameter with @PublicIdText needs exactly one PublicId bean");
    assertRejected(path, application, "Set snowbraid.public-ids.keys to a key");
  }

  @Test
  void otherParametersAreRejected() {
    assertRejected(
        "/header",
        application(OfHeader.class).withPropertyValues(KEYS),
        "must also have @PathVariable or @RequestParam, but has neither");
  }
}
