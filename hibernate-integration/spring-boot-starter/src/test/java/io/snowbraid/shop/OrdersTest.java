package io.snowbraid.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.publicid.PublicId;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

/** Tests a controller as its author would, with Spring Boot's own mapper. */
@WebMvcTest(
    properties = {
      "spring.main.web-application-type=servlet",
      "snowbraid.public-ids.keys=K34VFiiu0qar9xWICc9PPA=="
    })
class OrdersTest {

  @SpringBootApplication
  static class Application {}

  @Autowired private MockMvc mvc;
  @Autowired private PublicId ids;

  private MockHttpServletResponse answer(String id) throws Exception {
    return mvc.perform(MockMvcRequestBuilders.get("/orders/{id}", id)).andReturn().getResponse();
  }

  @Test
  void pathAndJsonHaveTheText() throws Exception {
    String text = ids.withPrefix("ord").encode(5);
    assertThat(answer(text).getStatus()).isEqualTo(200);
    assertThat(answer(text).getContentAsString())
        .isEqualTo("{\"id\":\"" + text + "\",\"item\":\"book\"}");
  }

  @Test
  void otherPathsDoNotExist() throws Exception {
    assertThat(answer("5").getStatus()).isEqualTo(404);
    assertThat(answer(ids.withPrefix("usr").encode(5)).getStatus()).isEqualTo(404);
  }
}
