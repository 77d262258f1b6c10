package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;

@ExtendWith(OutputCaptureExtension.class)
class PortInUseAnalyzerTest {

  /** The application with its web server only. */
  @ImportAutoConfiguration(TomcatServletWebServerAutoConfiguration.class)
  static class WebServer {}

  @Test
  void takenPortNamesTheOptionThatTakesAnother(CapturedOutput output) throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      int port = other.getLocalPort();
      assertThatThrownBy(() -> SpringApplication.run(WebServer.class, "--server.port=" + port))
          .isInstanceOf(RuntimeException.class);
      assertThat(output)
          .contains("Port " + port + " is in use by another program.")
          .contains("Use another port with --server.port=" + (port + 1));
    }
  }
}
