package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how addresses are written. */
class ServerAddressTest {

  @ParameterizedTest
  @CsvSource({
    "ids, ids, 7878, ids:7878",
    "ids.example.com:1, ids.example.com, 1, ids.example.com:1",
    "10.0.0.1:65535, 10.0.0.1, 65535, 10.0.0.1:65535",
    "[::1], ::1, 7878, [::1]:7878",
    "[::1]:80, ::1, 80, [::1]:80",
  })
  void addressIsRead(String text, String host, int port, String written) {
    ServerAddress address = ServerAddress.parse(text);
    assertThat(address).isEqualTo(new ServerAddress(host, port));
    assertThat(address).hasToString(written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://ids:s3cret@host:7878", "ids:s3cret@host", "s3cret/host:7878"})
  void textThatMayHaveASecretIsNotShown(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerAddress.parse(text))
        .withMessageStartingWith("address must be host:port, without a scheme, ")
        .withMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ":1", "ids:", "ids:0", "ids:65536", "ids:x", "::1", "ids:1:2"})
  void otherTextIsRejected(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerAddress.parse(text))
        .withMessage(
            "address must be a host with an optional port between 1 and 65535, such as"
                + " ids.example.com:7878 or [::1]:7878: address="
                + text);
  }
}
