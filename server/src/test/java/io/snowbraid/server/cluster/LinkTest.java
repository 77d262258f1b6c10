package io.snowbraid.server.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class LinkTest {

  @Test
  void bytesThatAreKeptBackArriveLaterAndInOrder() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Link link = new Link(listener.getLocalPort());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), link.port());
        Socket server = listener.accept()) {
      client.getOutputStream().write("a".getBytes(US_ASCII));
      assertThat(server.getInputStream().read()).isEqualTo('a');
      link.hang();
      client.getOutputStream().write("bc".getBytes(US_ASCII));
      server.getOutputStream().write("z".getBytes(US_ASCII));
      assertThat(server.getInputStream().available()).isZero();
      assertThat(client.getInputStream().available()).isZero();
      link.resume();
      assertThat(server.getInputStream().readNBytes(2)).containsExactly('b', 'c');
      assertThat(client.getInputStream().read()).isEqualTo('z');
      server.shutdownOutput();
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }
}
