package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Only a user of this machine can control the sample and its processes. */
@Tag("slow")
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Timeout(120)
class OwnMachineTest {

  static { // the first client reads it once
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
  }

  private static final String START = "/live/second-process?action=START";

  @Autowired private SecondProcess secondProcess;
  @Autowired private AdjustableClock clock;
  @Autowired private IdMonitor monitor;
  @Autowired private LoadGenerator load;

  @Value("${local.server.port}")
  private int port;

  private Requests requests;

  @BeforeEach
  void connect() {
    requests = new Requests(port);
  }

  @AfterEach
  void stop() throws Exception {
    load.stop();
    clock.setRight();
    secondProcess.stop();
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:%d", "127.0.0.1:%d", "[::1]:%d", "LOCALHOST", "localhost:1"})
  void ownHostIsServed(String host) throws Exception {
    assertThat(requests.get("/rest", "Host", host.formatted(port)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example:%d", "localhost.evil.example", "192.168.1.5:%d"})
  void foreignHostIsRejectedWithWaysOut(String host) throws Exception {
    HttpResponse<String> answer = requests.get("/", "Host", host.formatted(port));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(Requests.type(answer)).startsWith("text/plain");
    assertThat(answer.body())
        .startsWith("The request names the host " + host.replace(":%d", ""))
        .contains("answers only on 127.0.0.1, [::1], localhost", "start it with --server.address=");
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, https://evil.example",
    "Origin, 'null'",
    "Origin, http://localhost:1",
    "Origin, https://localhost:%d",
    "Origin, http://127.0.0.1:%d",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site"
  })
  void otherSiteStartsNothing(String header, String value) throws Exception {
    HttpResponse<String> answer = requests.post(START, header, value.formatted(port));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body())
        .contains(header + "=" + value.formatted(port), "Open " + requests.address() + "/");
    assertThat(secondProcess.pid()).isEmpty();
  }

  @Test
  void ownPageAndCommandLineMayPost() throws Exception {
    String rate = "/live/load?rate=0";
    assertThat(requests.post(rate).statusCode()).isEqualTo(200);
    assertThat(
            requests
                .post(rate, "Origin", requests.address(), "Sec-Fetch-Site", "same-origin")
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void linkOnOtherSiteOpensPageButNoFrameShowsIt() throws Exception {
    HttpResponse<String> page =
        requests.get("/", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy"))
        .contains("frame-ancestors 'none'");
    assertThat(requests.get("/live/data", "Origin", "https://evil.example").statusCode())
        .isEqualTo(403);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void bothProcessesListenOnLoopbackOnly() throws Exception {
    secondProcess.start();
    await(() -> monitor.totals().ids() > 0);
    List<String> own = ListeningSockets.of(ProcessHandle.current().pid());
    assertThat(own).hasSizeGreaterThanOrEqualTo(2).allMatch(ListeningSockets::isLoopback);
    assertThat(ListeningSockets.of(secondProcess.pid().orElseThrow()))
        .allMatch(ListeningSockets::isLoopback);
  }

  /** The clock throws at each reading; this used to stop all background work. */
  @Test
  void backgroundWorkSurvivesClockThatFails() throws Exception {
    load.start(100);
    secondProcess.start();
    await(() -> monitor.totals().ids() > 0);
    clock.step(Duration.ofSeconds(Long.MAX_VALUE));
    await(() -> load.failure() != null);
    await(() -> secondProcess.state().contains("No ids: "));
    clock.setRight();
    await(() -> load.failure() == null);
    await(() -> secondProcess.state().endsWith("."));
    long ids = monitor.totals().ids();
    await(() -> monitor.totals().ids() > ids);
  }
}
