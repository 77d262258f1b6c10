package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Tests configured server addresses; {@link OwnMachineTest} tests the rest. */
class ForeignRequestFilterTest {

  @ParameterizedTest
  @CsvSource({
    "192.168.1.5, 192.168.1.5, 200",
    "fe80::1, [fe80::1], 200",
    "My-Host, my-host, 200",
    "192.168.1.5, localhost, 200",
    "192.168.1.5, 192.168.1.6, 403",
    "localhost, '', 403"
  })
  void configuredAddressIsServedInAdditionToLoopback(String address, String host, int status)
      throws Exception {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
    request.setServerName(host);
    MockHttpServletResponse response = new MockHttpServletResponse();
    new ForeignRequestFilter(address).doFilter(request, response, new MockFilterChain());
    assertThat(response.getStatus()).isEqualTo(status);
  }
}
