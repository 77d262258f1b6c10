package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that what the server says of itself can be typed as it is. */
class AnnouncementTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1,false,127.0.0.1:5,redis-cli -p 5 GETID,http://127.0.0.1:5/ids",
    "0.0.0.0,false,0.0.0.0:5,redis-cli -p 5 GETID,http://127.0.0.1:5/ids",
    "10.0.0.1,true,10.0.0.1:5,redis-cli -h 10.0.0.1 -p 5 --tls GETID,https://10.0.0.1:5/ids",
    "::1,false,[::1]:5,redis-cli -h ::1 -p 5 GETID,http://[::1]:5/ids"
  })
  void addressesAreThoseThatClientsCanReach(
      String bind, boolean isEncrypted, String address, String redis, String http)
      throws Exception {
    InetSocketAddress bound = new InetSocketAddress(InetAddress.getByName(bind), 5);
    assertThat(ServerCommand.redis(bound, isEncrypted).lines())
        .containsExactly("Snowbraid issues ids on " + address, "try: " + redis);
    assertThat(ServerCommand.http(bound, isEncrypted)).isEqualTo("or over HTTP: curl " + http);
  }
}
