package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests after which errors of a server it makes sense to ask again. */
class ServerErrorExceptionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERR parameters error! argv[1] = 101",
        "WRONGPASS invalid username-password pair",
        "NOAUTH Authentication required.",
        "NOPERM this user has no permissions",
      })
  void errorOfTheRequestStays(String text) {
    assertThat(ServerErrorException.error(text).remedy())
        .isEqualTo("correct what the servers reject");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UNAVAILABLE the server is shutting down",
        "ERR max number of clients reached",
        "LOADING the data is being loaded",
      })
  void errorOfTheMomentPasses(String text) {
    assertThat(ServerErrorException.error(text).remedy()).isNull();
  }
}
