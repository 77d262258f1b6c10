package io.snowbraid.server.internal.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.server.program.AnnouncedAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

  @ParameterizedTest
  @CsvSource({
    "ids-1.example.com:7878,ids-1.example.com,7878",
    "10.0.0.1:1,10.0.0.1,1",
    "localhost:65535,localhost,65535",
    "[::1]:7878,::1,7878",
    "::1:7878,::1,7878"
  })
  void hostAndPortAreSplit(String text, String host, int port) {
    Endpoint endpoint = Endpoint.parse(text);
    assertThat(endpoint).isEqualTo(new Endpoint(host, port));
    assertThat(Endpoint.parse(endpoint.toString())).isEqualTo(endpoint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        ":1",
        "a:",
        "a:0",
        "a:65536",
        "a:-1",
        "a b:1",
        "a\r\nb:1",
        "[]:1",
        "a:1x"
      })
  void otherTextsAreRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Endpoint.parse(text))
        .withMessage("address must be host:port, such as ids-1.example.com:7878: address=" + text);
  }

  @Test
  void addressOfAllInterfacesIsNotAnnounced() throws Exception {
    InetAddress all = InetAddress.getByName("0.0.0.0");
    Endpoint announced = AnnouncedAddress.of(new InetSocketAddress(all, 7878));
    assertThat(InetAddress.getByName(announced.host()).isAnyLocalAddress()).isFalse();
    assertThat(announced.port()).isEqualTo(7878);
    InetAddress one = InetAddress.getByName("10.0.0.1");
    assertThat(AnnouncedAddress.of(new InetSocketAddress(one, 1))).hasToString("10.0.0.1:1");
  }
}
