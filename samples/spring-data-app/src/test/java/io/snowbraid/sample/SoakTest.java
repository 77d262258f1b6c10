package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/**
 * Runs the sample under load for an hour, or for {@code -Dsoak.minutes=}, while its clock steps
 * back and returns, its second process starts and stops, and a visitor opens all pages.
 */
@Tag("soak")
@Timeout(value = 3, unit = TimeUnit.HOURS)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class SoakTest {

  private static final int MINUTES = Integer.getInteger("soak.minutes", 60);
  private static final int SECONDS = MINUTES * 60;

  /** How often memory is measured; caches fill during the first third. */
  private static final int LOOKS = 30;

  private static final long GROWTH = 10_000_000;

  private static final int RATE = 10_000;

  private static final List<String> PAGES =
      List.of(
          "/",
          "/live/status",
          "/live/data",
          "/cities?q=san",
          "/cities/step",
          "/id",
          "/orders",
          "/report");

  /** The commands that are sent in turn, a few seconds apart. */
  private static final List<String> COMMANDS =
      List.of(
          "second-process?action=START",
          "clock?action=BACK&by=PT10S",
          "clock?action=SET_RIGHT&by=PT0S",
          "second-process?action=STOP",
          "second-process?action=START",
          "clock?action=BACK&by=PT1H",
          "clock?action=SET_RIGHT&by=PT0S",
          "second-process?action=KILL");

  private static final int PAUSE_SECONDS = 4;

  @Autowired private IdMonitor monitor;
  @Autowired private LoadGenerator load;
  @Autowired private SecondProcess secondProcess;

  @Value("${local.server.port}")
  private int port;

  private final List<Long> memory = new ArrayList<>();
  private Requests requests;

  @Test
  void memoryIsBoundedAndNothingFailsAndNoIdIsRepeated() throws Exception {
    requests = new Requests(port);
    CompletableFuture<Void> end = new CompletableFuture<>();
    ScheduledExecutorService visitor = Executors.newSingleThreadScheduledExecutor();
    try {
      load.start(RATE);
      Visit visit = new Visit(end);
      visitor.scheduleAtFixedRate(visit, 1, 1, TimeUnit.SECONDS);
      end.get();
    } finally {
      visitor.shutdownNow();
    }
    tell();
    assertThat(monitor.totals().ids()).isGreaterThan((long) SECONDS * RATE / 10);
    assertThat(monitor.totals().duplicates()).isZero();
    assertThat(min(2)).isLessThan(min(1) + GROWTH);
  }

  /** The actions of one second. */
  private final class Visit implements Runnable {
    private final CompletableFuture<Void> end;
    private final long start = System.nanoTime();
    private int second;

    Visit(CompletableFuture<Void> end) {
      this.end = end;
    }

    @Override
    public void run() {
      try {
        visit(second++);
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        if (memory.size() < LOOKS * seconds / SECONDS) {
          memory.add(usedMemory());
        }
        if (seconds >= SECONDS) {
          end.complete(null);
        }
      } catch (Throwable e) { // AssertionError, too
        end.completeExceptionally(e);
      }
    }
  }

  private void visit(int second) throws Exception {
    expectOk(requests.get(PAGES.get(second % PAGES.size()), "Accept", "text/html,*/*;q=0.8"));
    expectOk(requests.get("/live/data"));
    if (second % PAUSE_SECONDS == 0) {
      String command = COMMANDS.get(second / PAUSE_SECONDS % COMMANDS.size());
      expectOk(requests.post("/live/" + command));
    }
    assertThat(load.failure()).isNull();
    assertThat(secondProcess.state()).doesNotContain("No ids", "ended by itself");
  }

  private static void expectOk(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.uri() + " " + answer.body()).isLessThan(400);
  }

  private static long usedMemory() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Returns the smallest memory in use in one third of the time. */
  private long min(int third) {
    int size = memory.size() / 3;
    return memory.subList(third * size, (third + 1) * size).stream()
        .mapToLong(Long::longValue)
        .min()
        .orElseThrow();
  }

  private void tell() {
    System.out.println(
        Formats.format(
            "soak of %d minutes: %,d ids, %d duplicates, heap in use MB %s",
            MINUTES,
            monitor.totals().ids(),
            monitor.totals().duplicates(),
            memory.stream().map(bytes -> bytes / 1_000_000).toList()));
  }
}
