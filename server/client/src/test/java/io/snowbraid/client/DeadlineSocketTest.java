package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineSocketTest {

  private static long in(Duration time) {
    return System.nanoTime() + time.toNanos();
  }

  /** The timeout of a plain socket begins again with each byte. */
  @Test
  void nothingIsReadAfterTheDeadlineAlthoughBytesCome() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DeadlineSocket client = new DeadlineSocket()) {
      client.connect(listener.getLocalSocketAddress());
      try (Socket server = listener.accept()) {
        server.getOutputStream().write(new byte[10]);
        InputStream in = client.getInputStream();
        client.setDeadline(in(Duration.ofHours(1)));
        assertThat(in.read()).isZero();
        client.setDeadline(in(Duration.ZERO));
        assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(in::read);
        assertThatExceptionOfType(SocketTimeoutException.class)
            .isThrownBy(() -> in.read(new byte[2], 0, 2));
      }
    }
  }

  @Test
  void readsWaitForTheTimeThatIsLeft() throws IOException {
    try (DeadlineSocket client = new DeadlineSocket()) {
      client.setDeadline(in(Duration.ofDays(10)));
      int minute = (int) Duration.ofMinutes(1).toMillis();
      int tenDays = (int) Duration.ofDays(10).toMillis();
      assertThat(client.leftMillis()).isBetween(tenDays - minute, tenDays + 1);
      client.setDeadline(in(Duration.ofDays(1_000)));
      assertThat(client.leftMillis()).isEqualTo(Integer.MAX_VALUE);
    }
  }
}
