package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Tag("own-process")
@ExtendWith(OutputCaptureExtension.class)
class PortInUseAnalyzerTest {

  @Test
  void takenPortNamesTheOptionThatTakesAnother(CapturedOutput output) throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      int port = other.getLocalPort();
      assertThatThrownBy(
              () -> SpringApplication.run(CitiesApplication.class, "--server.port=" + port))
          .isInstanceOf(RuntimeException.class);
      assertThat(output)
          .contains("Port " + port + " is in use by another program.")
          .contains("Use another port with --server.port=" + (port + 1));
    }
  }
}
